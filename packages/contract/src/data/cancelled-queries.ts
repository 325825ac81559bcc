import { z } from 'zod';

/** Queries that were cancelled under a request id. */
export const cancelledQueriesSchema = z.strictObject({
  result: z.array(z.strictObject({ queryHandler: z.literal('query'), queryKey: z.string(), requestId: z.string() })),
});
