import { z } from 'zod';
import { callerAccess } from './access-level.ts';
import { wireProblemSchema } from '../../data/index.ts';
import { freeForm } from '../free-form.ts';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { folderOrNone, limit, number, wholeNumber } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { resourceOwnerSchema } from './resource-owner.ts';
import { shownSourceQuerySchema, sourceQuerySchema } from '../deployment/source-sql.ts';
import { name, shortText } from '../text.ts';

export const reportSources = ['GOOGLE_SHEETS', 'EXCEL', 'PLAYGROUND', 'D3'] as const;

const source = z.enum(reportSources);

/** 12 letters and digits, unique in the account. */
const publicId = z.string().regex(/^[0-9A-Za-z]{12}$/, 'must be 12 letters and digits');

const members = z.array(shortText).max(1_000);

const pivotItems = { rows: members, columns: members, measures: members, filters: members };

const queryText = z
  .string()
  .max(1_000_000)
  .regex(/^[^\p{Cs}\0]*$/u, 'has characters that cannot be stored');

/** A saved question: of a workbook, one of its tabs, or on its own. */
export const reportSchema = z.strictObject({
  type: z.literal('REPORT'),
  id: z.int(),
  publicId,
  deploymentId: z.int(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  workbookId: z.int().nullable(),
  /** Folder of a report without a workbook; `null` at the top level. */
  folderId: z.int().nullable(),
  /** A query as `/v1/load` takes it; it is run where there is SQL too. */
  jsonQuery: z.string().nullable(),
  /** A statement as `/v1/cubesql` takes it. */
  sqlQuery: z.string().nullable(),
  /** A statement in the SQL of a data source, in place of the other two. */
  sourceQuery: shownSourceQuerySchema.nullable(),
  meta: freeForm.nullable(),
  source: source.nullable(),
  pivotItems: z.strictObject(pivotItems).nullable(),
  externalWorkbookId: z.string().nullable(),
  resultLocation: z.string().nullable(),
  endResultCell: z.string().nullable(),
  /** Starts at 1 and increases with each change of the query. */
  version: z.int(),
  userId: z.int(),
  user: resourceOwnerSchema,
  createdBy: z.int().optional(),
  /** The user who made the last change, at `updatedAt`; `null` before the first one. */
  changedBy: resourceOwnerSchema.nullable().optional(),
  /** Another one after each change of the query, the statement or `meta`. */
  revision: z.string().optional(),
  refreshedBy: z.int().nullable(),
  /** User who refreshed it last; the owner before the first refresh. */
  refreshedByUser: resourceOwnerSchema,
  createdAt: instant,
  updatedAt: instant,
  ...callerAccess,
  /** Where one report is shown: why its query cannot be answered for the caller now. Empty: it can be. */
  problems: z.array(wireProblemSchema).optional(),
});

const count = z.int().min(0);

export const reportsSchema = z.strictObject({
  items: z.array(reportSchema),
  data: z.array(reportSchema).meta({ deprecated: true, description: 'Use items' }),
  pageInfo: pageInfoSchema,
  count: count.meta({ deprecated: true, description: 'Of all pages' }),
});

export const reportSortFields = ['name', 'createdAt', 'updatedAt', 'lastViewedAt'] as const;

/** Pages by cursor, or by number as before there were cursors. */
export const reportsQuerySchema = pageQuerySchema.extend({
  workbookId: wholeNumber(number).optional().describe('Only tabs of this workbook'),
  sortBy: z
    .enum(reportSortFields)
    .optional()
    .describe('updatedAt when not given; lastViewedAt is by the caller and takes limit and page, no cursor'),
  sortDirection: z.enum(['ASC', 'DESC']).optional().describe('DESC when not given, ASC for name'),
  limit: limit.optional().describe('Number of items; default 20; not together with a cursor'),
  page: wholeNumber(z.int().min(1).max(1_000_000))
    .optional()
    .describe('Page number, from 1; not together with a cursor'),
});

const placement = {
  externalWorkbookId: shortText.nullish(),
  resultLocation: shortText.nullish(),
  endResultCell: shortText.nullish(),
};

const content = {
  title: shortText.nullish(),
  jsonQuery: queryText.describe('A query as /v1/load takes it: a JSON object, as text').nullish(),
  sqlQuery: queryText.nullish(),
  sourceQuery: sourceQuerySchema
    .nullish()
    .describe('A statement in the SQL of a data source, not beside the other two; takes the right SqlRunnerRead'),
  meta: freeForm.nullish(),
  pivotItems: z.object(pivotItems).nullish(),
  ...placement,
};

export const newReportSchema = z.object({
  name: name.nullish(),
  publicId: publicId.nullish(),
  source: source.nullish(),
  workbookId: number.nullish(),
  /** Without effect on a tab of a workbook, which is where the workbook is. */
  folderId: folderOrNone,
  ...content,
});

/** Absent fields stay as they are; `null` clears optional ones. */
export const reportUpdateSchema = z.object({
  name: nullAsAbsent(name),
  workbookId: number.nullish(),
  folderId: folderOrNone,
  ...content,
  basedOn: z
    .string()
    .max(100)
    .describe('revision of the report that the change was made on: 409 when it is another one; absent: whatever it is')
    .nullish(),
});

/** Where a spreadsheet shows the rows of a report. */
export const reportPlacementSchema = z.object(placement);

export type WireReport = z.infer<typeof reportSchema>;
export type WireReports = z.infer<typeof reportsSchema>;
export type NewReport = z.infer<typeof newReportSchema>;
export type ReportUpdate = z.infer<typeof reportUpdateSchema>;
