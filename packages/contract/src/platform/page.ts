import { z } from 'zod';
import { limit } from '../number.ts';

/** The requested part of a list. */
export const pageQuerySchema = z.object({
  first: limit.optional().describe('Number of items; default 100, at most 1,000'),
  after: z.string().min(1).optional().describe('The endCursor of the page before'),
});

export const pageInfoSchema = z.strictObject({
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
  startCursor: z.string().nullable(),
  endCursor: z.string().nullable(),
});

export type PageInfo = z.infer<typeof pageInfoSchema>;
