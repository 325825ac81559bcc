import { z } from 'zod';

/** One problem of a request. */
export const wireProblemSchema = z.strictObject({
  /** Stable code, for programs. */
  code: z.string(),
  message: z.string(),
  /** Position in the query: `filters[0].values`. */
  path: z.string().optional(),
  /** Advice for the caller; names only members that the caller may see. */
  hint: z.string().optional(),
});

export type WireProblem = z.infer<typeof wireProblemSchema>;

/** Every error of the Data API. `error` is the text of the first problem. */
export const dataErrorSchema = z.strictObject({
  /** Set for errors of the model: an unknown member, no join path. */
  type: z.literal('UserError').optional(),
  error: z.string(),
  /** All problems, when the request is invalid. */
  problems: z.array(wireProblemSchema).optional(),
  /** Always set for faults and data source errors; for other errors in development mode only. */
  requestId: z.string().optional(),
  /** Set in development mode only. */
  stack: z.string().optional(),
});

export type DataError = z.infer<typeof dataErrorSchema>;
