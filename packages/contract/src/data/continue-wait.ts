import { z } from 'zod';

/** Tells a caller whose answer takes longer than a request waits to ask again. */
export const continueWaitSchema = z.strictObject({
  error: z.literal('Continue wait'),
  /** The step that the query waits for. */
  stage: z.string(),
  timeElapsed: z.number(),
  /** Set in development mode only. */
  requestId: z.string().optional(),
});

export type ContinueWait = z.infer<typeof continueWaitSchema>;
