import { z } from 'zod';
import { callerAccess } from './access-level.ts';
import { dashboardConfigInputSchema, dashboardConfigSchema } from './dashboard-config.ts';
import { dashboardSchema, draftRevision } from './dashboard.ts';
import { freeForm } from '../free-form.ts';
import { instant } from '../instant.ts';
import { nullAsAbsent } from '../null-as-absent.ts';
import { folderNumber, folderOrNone, wholeNumber } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { resourceOwnerSchema } from './resource-owner.ts';
import { name } from '../text.ts';

/** Reports that belong together, as tabs, and a dashboard of them. */
export const workbookSchema = z.strictObject({
  type: z.literal('WORKBOOK'),
  id: z.int(),
  deploymentId: z.int(),
  /** `null`: in no folder. */
  folderId: z.int().nullable(),
  name: z.string(),
  meta: freeForm,
  /** Calculated fields by report id. */
  calculatedFields: freeForm,
  /** The draft of the dashboard; `null` for callers who may not edit the workbook. */
  dashboardDraft: dashboardConfigSchema.nullable(),
  /** Another one after each change of the draft; absent for callers who do not see it. */
  draftRevision: z.string().optional(),
  dashboardPublished: dashboardConfigSchema.nullable(),
  publishedDashboard: dashboardSchema.nullable(),
  /** Whether it is a favourite of the caller. */
  isFavorite: z.boolean(),
  ...callerAccess,
  createdBy: z.int().optional(),
  userId: z.int().nullable(),
  user: resourceOwnerSchema.nullable(),
  /** The user who made the last change, at `updatedAt`; `null` before the first one. */
  changedBy: resourceOwnerSchema.nullable().optional(),
  createdAt: instant,
  updatedAt: instant,
});

/** Newest change first. Fewer than asked for although there are more, where dashboards are large. */
export const workbooksSchema = z.strictObject({
  items: z.array(workbookSchema),
  data: z.array(workbookSchema).meta({ deprecated: true, description: 'Use items' }),
  pageInfo: pageInfoSchema,
  count: z.int().min(0).meta({ deprecated: true, description: 'Of all pages' }),
});

export const workbooksQuerySchema = pageQuerySchema.extend({
  folderId: wholeNumber(folderNumber).optional().describe('Id of the parent folder, 0 for the root; all when absent'),
});

export const createWorkbookInputSchema = z.object({
  /** `Untitled workbook` when it is not given. */
  name: nullAsAbsent(name),
  meta: freeForm.nullish(),
  folderId: folderOrNone,
});

/** Absent fields stay as they are. */
export const updateWorkbookInputSchema = z.object({
  name: nullAsAbsent(name),
  /** Replaced as a whole; `null` clears it. */
  meta: freeForm.nullish(),
  folderId: folderOrNone,
});

export const workbookDashboardInputSchema = z.object({
  /** Replaced as a whole; `null` removes it. */
  dashboardDraft: dashboardConfigInputSchema.nullish(),
  basedOn: draftRevision,
});

export const workbookDashboardSchema = z.strictObject({
  dashboardDraft: dashboardConfigSchema.nullable(),
  draftRevision: z.string().optional(),
  dashboardPublished: dashboardConfigSchema.nullable(),
});

export const duplicateWorkbookInputSchema = z.object({
  /** From what is shared with viewers of embedded content. */
  shared: z.boolean().nullish(),
});

export type WireWorkbook = z.infer<typeof workbookSchema>;
export type WireWorkbooks = z.infer<typeof workbooksSchema>;
