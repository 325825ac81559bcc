import type { reportSources } from '@orrery/contract';

type JsonObject = Readonly<Record<string, unknown>>;

/** The owner, or the user who refreshed a report, as other users may see them. */
export interface ReportUser {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly picture: string | null;
}

/** Members of a spreadsheet's pivot table. */
export interface PivotItems {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly measures: readonly string[];
  readonly filters: readonly string[];
}

/** Fields of a report that people set. */
export interface ReportContent {
  readonly name: string;
  readonly title: string | null;
  readonly jsonQuery: string | null;
  readonly sqlQuery: string | null;
  readonly meta: JsonObject | null;
  readonly pivotItems: PivotItems | null;
  readonly externalWorkbookId: string | null;
  readonly resultLocation: string | null;
  readonly endResultCell: string | null;
}

/** A saved query. */
export interface Report extends ReportContent {
  readonly id: number;
  readonly deploymentId: number;
  readonly publicId: string;
  readonly description: string | null;
  /** The workbook of a tab. */
  readonly workbookId: number | null;
  readonly folderId: number | null;
  readonly source: (typeof reportSources)[number] | null;
  readonly version: number;
  /** `null` when that user is deleted. */
  readonly owner: ReportUser | null;
  readonly refreshedBy: ReportUser | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}
