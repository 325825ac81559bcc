import { z } from 'zod';

/** Levels of access to an item, from the weakest on; each includes the one before. */
const accessLevelSchema = z.enum(['view', 'edit', 'full']);

/** Access of the caller to an item that is shown. */
export const callerAccess = {
  /** What the caller may do with it, where a workspace or a workbook is shown. Absent: nothing but go through it. */
  access: accessLevelSchema.optional(),
};
