import { z } from 'zod';

/** Levels of access to an item, from the weakest on; each includes the one before. */
const accessLevelSchema = z.enum(['view', 'edit', 'full']);

/** Access of the caller to an item that is shown. */
export const callerAccess = {
  /** The caller's access to a workspace or a workbook. Absent: the caller may only pass through it. */
  access: accessLevelSchema.optional(),
};
