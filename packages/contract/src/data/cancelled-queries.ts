import { z } from 'zod';

/** What was cancelled under a request id. */
export const cancelledQueriesSchema = z.strictObject({
  result: z.array(z.strictObject({ queryHandler: z.literal('query'), queryKey: z.string(), requestId: z.string() })),
});
