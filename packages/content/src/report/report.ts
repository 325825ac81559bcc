import type { JsonObject } from '@orrery/kernel';
import { reportSources } from '@orrery/contract';
import type { ReportTable } from '@orrery/store';
import {
  type ChangeOf,
  fieldOf,
  type ItemRow,
  oneOf,
  optionalJson,
  readFields,
  revisionOf,
  type ValuesOf,
  writeFields,
} from '../item/index.ts';
import { type QuestionChange, readQuestion, revisedText, type StoredQuestion, writeChange } from '../query/index.ts';
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
interface PivotItems {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly measures: readonly string[];
  readonly filters: readonly string[];
}

const itemFieldIn = fieldOf<ItemRow>();
const fieldIn = fieldOf<ReportTable>();

const reportTitle = { title: fieldIn('title') };

/** Fields that people set, the name, the title and the question aside. */
const reportContent = {
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
  ...reportTitle,
  ...reportContent,
  source: fieldIn('source', oneOf(reportSources)),
  version: fieldIn('version'),
  createdAt: itemFieldIn('created_at'),
  updatedAt: itemFieldIn('updated_at'),
};

/** Fields of a report that people set, its name aside; missing ones stay as they are, `null` clears. */
export interface ReportContent extends ChangeOf<typeof reportTitle>, ChangeOf<typeof reportContent> {
  readonly question?: QuestionChange;
}

/** A saved question. */
export interface Report extends ValuesOf<typeof reportFields> {
  /** `null` for a report without one. */
  readonly question: StoredQuestion | null;
  /** `null` when that user is deleted. */
  readonly owner: ReportUser | null;
  /** The user who made the last change; `null` before the first one, and when that user is deleted. */
  readonly changedBy: ReportUser | null;
  /** A hash of its query and its presentation. */
  readonly revision: string;
  readonly refreshedBy: ReportUser | null;
}

export function readReport(row: ItemRow & ReportRow): Omit<Report, 'owner' | 'changedBy' | 'refreshedBy'> {
  return { ...readFields(reportFields, row), question: readQuestion(row), revision: revisionOf(revisedText(row)) };
}

export function writeContent(given: ReportContent) {
  const { question = {} } = given;
  return { ...writeFields(reportTitle, given), ...writeChange(question), ...writeFields(reportContent, given) };
}
