import type { Generated } from 'kysely';

/** Tables of content that people create. */
export interface ContentTables {
  readonly chart_palette: ChartPaletteTable;
  readonly content_favourite: ContentFavouriteTable;
  readonly content_item: ContentItemTable;
  readonly content_view: ContentViewTable;
  readonly dashboard: DashboardTable;
  readonly dashboard_theme: DashboardThemeTable;
  readonly dashboard_version: DashboardVersionTable;
  readonly folder_ancestor: FolderAncestorTable;
  readonly report: ReportTable;
  readonly report_snapshot: ReportSnapshotTable;
  readonly workbook: WorkbookTable;
}

/** A folder, workbook or report; they share one sequence of ids. */
export interface ContentItemTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  /** 0 for the workspace of the account, the number of an embed tenant, or -1 for viewers of none. */
  readonly space: Generated<number>;
  /** `FOLDER`, `WORKBOOK` or `REPORT`. */
  readonly kind: string;
  /** The folder that contains it; NULL for the root, or for a tab. */
  readonly folder_id: number | null;
  /** The workbook of a tab; it decides who may see the report. */
  readonly workbook_id: number | null;
  readonly name: string;
  /** Form of the name for search and sorting; see `name-key.ts`. */
  readonly name_key: string;
  /** Position among the folders of the same parent; 0 for other kinds. */
  readonly position: Generated<number>;
  /** Access of everyone in the account: 0 none, 1 view, 2 edit, 3 full. NULL inherits from the folder. */
  readonly general_access: Generated<number | null>;
  /** Effective `general_access` of a folder: its own, or the nearest above it. 0 for other kinds. */
  readonly general_level: Generated<number>;
  /** NULL when it has no owner; admins then manage it. */
  readonly owner_id: number | null;
  /** May name a user who is deleted. */
  readonly updated_by: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

interface FolderAncestorTable {
  readonly folder_id: number;
  readonly ancestor_id: number;
  /** Levels between folder and ancestor; 0 for the folder itself. */
  readonly distance: number;
}

export interface WorkbookTable {
  readonly item_id: number;
  /** JSON. */
  readonly meta: string;
  /** JSON, keyed by report. */
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
  /** JSON: a statement in the SQL of a data source. */
  readonly source_query: string | null;
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

/** A dashboard, created by the first publication of its workbook; a workbook that has one has been published. */
export interface DashboardTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly workbook_id: number;
  readonly public_id: string;
  readonly allow_embed: Generated<number>;
  readonly created_by: number | null;
  readonly created_at: number;
}

/** Colours that charts of an account may have. */
export interface ChartPaletteTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly name: string;
  /** Form of the name for comparison; see `name-key.ts`. */
  readonly name_key: string;
  /** JSON: a list of texts. */
  readonly colors: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A look that dashboards of an account may have. */
export interface DashboardThemeTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly name: string;
  /** Form of the name for comparison; see `name-key.ts`. */
  readonly name_key: string;
  /** JSON. */
  readonly theme: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/**
 * A version of a dashboard. The one with the largest number is published, the others are archived. No version ever
 * changes.
 */
export interface DashboardVersionTable {
  readonly id: Generated<number>;
  readonly dashboard_id: number;
  readonly version_number: number;
  readonly title: string;
  readonly description: string | null;
  /** JSON. */
  readonly config: string;
  /** JSON: the theme of the account that the config named, as it was when the version was published. */
  readonly saved_theme: string | null;
  /** May name a user who is deleted. */
  readonly published_by: number | null;
  readonly published_at: number;
}

/** Copy of a report made when a version was published. */
export interface ReportSnapshotTable {
  readonly id: Generated<number>;
  readonly version_id: number;
  readonly position: number;
  /** May name a report that is deleted. */
  readonly report_id: number;
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly kind: string | null;
  /** JSON. */
  readonly spec: string | null;
  readonly sql_query: string | null;
  /** JSON: a statement in the SQL of a data source. */
  readonly source_query: string | null;
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
