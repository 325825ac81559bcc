import type { Generated } from 'kysely';

/** Tables of what people make. */
export interface ContentTables {
  readonly content_favourite: ContentFavouriteTable;
  readonly content_item: ContentItemTable;
  readonly content_view: ContentViewTable;
  readonly dashboard: DashboardTable;
  readonly dashboard_version: DashboardVersionTable;
  readonly folder_ancestor: FolderAncestorTable;
  readonly report: ReportTable;
  readonly report_snapshot: ReportSnapshotTable;
  readonly workbook: WorkbookTable;
}

/** A folder, workbook or report; they share their numbers. */
export interface ContentItemTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  /** `FOLDER`, `WORKBOOK` or `REPORT`. */
  readonly kind: string;
  /** The folder it lies in; NULL: the root, or a tab. */
  readonly folder_id: number | null;
  /** Of a report that is a tab: its workbook, which has the say over who sees it. */
  readonly workbook_id: number | null;
  readonly name: string;
  /** As it is searched and sorted; see `name-key.ts`. */
  readonly name_key: string;
  /** Among the folders beside it; 0 of everything else. */
  readonly position: Generated<number>;
  /** What everybody in the account has: 0 nothing, 1 view, 2 edit, 3 full. NULL: what the folder around it says. */
  readonly general_access: Generated<number | null>;
  /** Of a folder: what its own or the nearest `general_access` above it comes to. 0 of everything else. */
  readonly general_level: Generated<number>;
  /** NULL: nobody; admins see to it. */
  readonly owner_id: number | null;
  /** May name somebody who is gone. */
  readonly updated_by: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

interface FolderAncestorTable {
  readonly folder_id: number;
  readonly ancestor_id: number;
  /** 0: the folder itself. */
  readonly distance: number;
}

export interface WorkbookTable {
  readonly item_id: number;
  /** JSON. */
  readonly meta: string;
  /** JSON, by report. */
  readonly calculated_fields: string;
  /** JSON. */
  readonly dashboard_draft: string | null;
}

export interface ReportTable {
  readonly item_id: number;
  readonly account_id: number;
  readonly public_id: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly json_query: string | null;
  readonly sql_query: string | null;
  /** JSON. */
  readonly meta: string | null;
  /** JSON. */
  readonly pivot_items: string | null;
  readonly source: string | null;
  readonly result_location: string | null;
  readonly end_result_cell: string | null;
  readonly external_workbook_id: string | null;
  /** Grows when the query changes. */
  readonly version: Generated<number>;
  readonly refreshed_by: number | null;
  readonly refreshed_at: number | null;
}

/** Made by the first publishing of its workbook, so that a workbook with one has been published. */
export interface DashboardTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly workbook_id: number;
  readonly public_id: string;
  readonly allow_embed: Generated<number>;
  readonly created_by: number | null;
  readonly created_at: number;
}

/** The one with the largest number is published, the others are archived. None ever changes. */
export interface DashboardVersionTable {
  readonly id: Generated<number>;
  readonly dashboard_id: number;
  readonly version_number: number;
  readonly title: string;
  readonly description: string | null;
  /** JSON. */
  readonly config: string;
  /** May name somebody who is gone. */
  readonly published_by: number | null;
  readonly published_at: number;
}

/** A report as it was when a version was published. */
export interface ReportSnapshotTable {
  readonly id: Generated<number>;
  readonly version_id: number;
  readonly position: number;
  /** May name a report that is gone. */
  readonly report_id: number;
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly kind: string | null;
  /** JSON. */
  readonly spec: string | null;
  readonly sql_query: string | null;
  /** JSON. */
  readonly meta: string | null;
  /** JSON. */
  readonly preferences: string | null;
}

interface ContentFavouriteTable {
  readonly user_id: number;
  readonly item_id: number;
  readonly added_at: number;
}

interface ContentViewTable {
  readonly user_id: number;
  readonly item_id: number;
  readonly viewed_at: number;
}
