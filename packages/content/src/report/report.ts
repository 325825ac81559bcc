import type { JsonObject } from '@orrery/kernel';
import { reportSources, type ShownSourceQuery } from '@orrery/contract';
import type { ReportTable } from '@orrery/store';
import { fieldOf, type ItemRow, oneOf, optionalJson, readFields, revisionOf, type ValuesOf } from '../item/index.ts';
import type { ReportRow } from './report-store.ts';

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

const itemFieldIn = fieldOf<ItemRow>();
const fieldIn = fieldOf<ReportTable>();

/** Fields of a report that people set, its name aside. */
export const reportContent = {
  title: fieldIn('title'),
  jsonQuery: fieldIn('json_query'),
  sqlQuery: fieldIn('sql_query'),
  sourceQuery: fieldIn('source_query', optionalJson<ShownSourceQuery>()),
  meta: fieldIn('meta', optionalJson<JsonObject>()),
  pivotItems: fieldIn('pivot_items', optionalJson<PivotItems>()),
  externalWorkbookId: fieldIn('external_workbook_id'),
  resultLocation: fieldIn('result_location'),
  endResultCell: fieldIn('end_result_cell'),
};

const reportFields = {
  id: itemFieldIn('id'),
  deploymentId: itemFieldIn('deployment_id'),
  publicId: fieldIn('public_id'),
  /** The workbook of a tab. */
  workbookId: itemFieldIn('workbook_id'),
  folderId: itemFieldIn('folder_id'),
  name: itemFieldIn('name'),
  description: fieldIn('description'),
  ...reportContent,
  source: fieldIn('source', oneOf(reportSources)),
  version: fieldIn('version'),
  createdAt: itemFieldIn('created_at'),
  updatedAt: itemFieldIn('updated_at'),
};

export type ReportContent = ValuesOf<typeof reportContent>;

/** A saved query. */
export interface Report extends ValuesOf<typeof reportFields> {
  /** `null` when that user is deleted. */
  readonly owner: ReportUser | null;
  /** The user who made the last change; `null` before the first one, and when that user is deleted. */
  readonly changedBy: ReportUser | null;
  /** A hash of its query and its presentation. */
  readonly revision: string;
  readonly refreshedBy: ReportUser | null;
}

export function readReport(row: ItemRow & ReportRow): Omit<Report, 'owner' | 'changedBy' | 'refreshedBy'> {
  return { ...readFields(reportFields, row), revision: revisionOf(revisedTextOf(row)) };
}

/**
 * Returns the text of the fields on which two users conflict when they save the same report. Its name and its place
 * among the tabs are not among them.
 */
export function revisedTextOf(row: Pick<ReportRow, 'json_query' | 'sql_query' | 'source_query' | 'meta'>): string {
  const { json_query, sql_query, source_query, meta } = row;
  return JSON.stringify([json_query, sql_query, meta, ...(source_query === null ? [] : [source_query])]);
}
