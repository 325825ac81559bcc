import { z } from 'zod';
import { folderSchema } from './folder.ts';
import { freeForm } from '../free-form.ts';
import { folderNumber, folderOrNone, number, wholeNumber } from '../../number.ts';
import { pageInfoSchema, pageQuerySchema } from '../page.ts';
import { reportSchema } from './report.ts';
import { shortText } from '../text.ts';
import { workbookSchema } from './workbook.ts';

const kind = z.enum(['FOLDER', 'WORKBOOK', 'REPORT']);

const calculatedFields = freeForm.describe('Empty: only workbooks have any');

export const workspaceFolderSchema = folderSchema.extend({ meta: freeForm.describe('Empty'), calculatedFields });
export const workspaceReportSchema = reportSchema.extend({
  meta: freeForm.describe('Empty where the report has none'),
  calculatedFields,
});

/** An item of a workspace. Every kind has the fields that clients rely on in each row. */
export const workspaceItemSchema = z.discriminatedUnion('type', [
  workspaceFolderSchema,
  workbookSchema,
  workspaceReportSchema,
]);

/** Folders first. Fewer than asked for although there are more, where dashboards are large. */
export const workspaceSchema = z.strictObject({ items: z.array(workspaceItemSchema), pageInfo: pageInfoSchema });

export const workspaceQuerySchema = pageQuerySchema.extend({
  folderId: wholeNumber(folderNumber).optional().describe('Id of the parent folder; 0 or absent for the root'),
  types: z
    .union([kind.transform((one) => [one]), z.array(kind)])
    .optional()
    .describe('May be repeated; all kinds when absent'),
  search: shortText.optional().describe('A part of the name, whatever its case; in all folders'),
  favorites: z.enum(['true', 'false']).optional().describe('true for what the caller marked; in all folders'),
  ofOthers: z
    .enum(['true', 'false'])
    .optional()
    .describe('true for what others own and the caller may see; in all folders'),
  orderByField: z
    .enum(['updated_at', 'created_at', 'name', 'viewer_last_viewed_at'])
    .optional()
    .describe('Order of all items except folders; default updated_at. Items the caller never viewed come last'),
  orderByDirection: z.enum(['ASC', 'DESC']).optional().describe('DESC when not given, ASC for name'),
});

export type WireWorkspaceFolder = z.infer<typeof workspaceFolderSchema>;
export type WireWorkspaceReport = z.infer<typeof workspaceReportSchema>;
export type WireWorkspaceItem = z.infer<typeof workspaceItemSchema>;
export type WireWorkspace = z.infer<typeof workspaceSchema>;

export const moveWorkspaceObjectInputSchema = z.object({
  id: number,
  type: kind,
  folderId: folderOrNone,
});
