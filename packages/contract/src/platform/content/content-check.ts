import { z } from 'zod';
import { wireProblemSchema } from '../../data/index.ts';
import { pageInfoSchema } from '../page.ts';

/** A saved query that the model, as the caller sees it, cannot answer. */
export const contentFindingSchema = z.strictObject({
  /** A report, its published copy in a dashboard, or a widget of a draft whose report is gone. */
  kind: z.enum(['REPORT', 'PUBLISHED_WIDGET', 'DRAFT_WIDGET']),
  /** Name of the report, or of the workbook. */
  name: z.string(),
  reportId: z.int().nullable(),
  workbookId: z.int().nullable(),
  /** Public id of a published dashboard. */
  dashboardPublicId: z.string().nullable(),
  /** The widgets that show the query. */
  widgetIds: z.array(z.string()),
  problems: z.array(wireProblemSchema),
});

export const contentCheckSchema = z.strictObject({
  items: z.array(contentFindingSchema),
  /** Number of queries examined for this page. */
  checked: z.int().min(0),
  /** Always 0: queries in SQL are examined too. */
  notValidated: z.int().min(0),
  /** Pages count examined queries, so a page may hold no items although more pages follow. */
  pageInfo: pageInfoSchema,
});

export type WireContentCheck = z.infer<typeof contentCheckSchema>;
export type WireContentFinding = z.infer<typeof contentFindingSchema>;
