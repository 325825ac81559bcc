import { z } from 'zod';

/** Which part of a list is asked for. */
export const pageQuerySchema = z.object({
  /** How many; more than 1,000 count as 1,000. */
  first: z.coerce.number().int().min(1).optional(),
  /** The `endCursor` of the page before. */
  after: z.string().min(1).optional(),
});

export const pageInfoSchema = z.strictObject({
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
});

export type PageInfo = z.infer<typeof pageInfoSchema>;
