import { z } from 'zod';
import { folderSchema } from './folder.ts';
import { reportSchema } from './report.ts';
import { workbookSchema } from './workbook.ts';

export const moveWorkspaceObjectInputSchema = z.object({
  id: z.int().positive().max(999_999_999),
  type: z.enum(['FOLDER', 'WORKBOOK', 'REPORT']),
  folderId: z.int().min(0).max(999_999_999).describe('0, null or nothing: out of all folders').nullish(),
});

export const movedWorkspaceObjectSchema = z.discriminatedUnion('type', [folderSchema, workbookSchema, reportSchema]);

export type WireMovedWorkspaceObject = z.infer<typeof movedWorkspaceObjectSchema>;
