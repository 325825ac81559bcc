import { z } from 'zod';
import { wireProblemSchema } from '../../data/index.ts';
import { pageInfoSchema } from '../page.ts';

/** Something kept that the model, as the caller sees it, cannot answer. */
export const contentFindingSchema = z.strictObject({
  /** A report, what a published dashboard shows of one, or a widget of a draft that has lost its report. */
  kind: z.enum(['REPORT', 'PUBLISHED_WIDGET', 'DRAFT_WIDGET']),
  /** Of the report, or of the workbook. */
  name: z.string(),
  reportId: z.int().nullable(),
  workbookId: z.int().nullable(),
  /** Of a published dashboard. */
  dashboardPublicId: z.string().nullable(),
  /** The widgets that show it. */
  widgetIds: z.array(z.string()),
  problems: z.array(wireProblemSchema),
});

export const contentCheckSchema = z.strictObject({
  items: z.array(contentFindingSchema),
  /** Queries that were looked at for this page. */
  checked: z.int().min(0),
  /** Of the page: queries in SQL, which nobody validates yet. */
  notValidated: z.int().min(0),
  /** A page is of what was looked at; it may hold no items although there are more pages. */
  pageInfo: pageInfoSchema,
});

export type WireContentCheck = z.infer<typeof contentCheckSchema>;
export type WireContentFinding = z.infer<typeof contentFindingSchema>;
