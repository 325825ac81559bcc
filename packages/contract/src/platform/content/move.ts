import { z } from 'zod';
import { folderOrNone, number } from '../../number.ts';

export const moveWorkspaceObjectInputSchema = z.object({
  id: number,
  type: z.enum(['FOLDER', 'WORKBOOK', 'REPORT']),
  folderId: folderOrNone,
});
