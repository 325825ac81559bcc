import { z } from 'zod';

/** One thing that is wrong with a request. */
export const wireProblemSchema = z.strictObject({
  /** Stable, for programs. */
  code: z.string(),
  message: z.string(),
  /** Where in the query: `filters[0].values`. */
  path: z.string().optional(),
  /** What to do; names only what the caller may see. */
  hint: z.string().optional(),
});

export type WireProblem = z.infer<typeof wireProblemSchema>;

/** Every error of the Data API. `error` is the text of the first problem. */
export const dataErrorSchema = z.strictObject({
  /** For what the model has to say: an unknown member, no join path. */
  type: z.literal('UserError').optional(),
  error: z.string(),
  /** All of them, when the request is what is wrong. */
  problems: z.array(wireProblemSchema).optional(),
  /** Faults and data source errors always carry it, the others in development mode. */
  requestId: z.string().optional(),
  /** In development mode only. */
  stack: z.string().optional(),
});

export type DataError = z.infer<typeof dataErrorSchema>;
