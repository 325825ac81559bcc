import { z } from 'zod';
import { dataErrorSchema } from './data-error.ts';
import { loadResultSchema, multiLoadResultSchema } from './load-answer.ts';
import { cacheModeSchema, responseFormatSchema } from './query.ts';

/** Bound on the queries of one request: more than any page shows. */
export const maxQueriesOfEach = 100;

const id = z.string().min(1).max(255);

/** Parameters of `/v1/load-each`: of each query those of `/v1/load`, and an id that names its answer. */
export const loadEachRequestSchema = z.strictObject({
  queries: z
    .array(
      z.strictObject({
        id,
        query: z.unknown(),
        queryType: z.string().optional(),
        cache: cacheModeSchema.optional(),
        responseFormat: responseFormatSchema.optional(),
      }),
    )
    .min(1)
    .max(maxQueriesOfEach),
});

const of = { id };

/** A line of `/v1/load-each`. Lines come in any order; a query may have several of progress, and has one answer. */
export const loadEachLineSchema = z.union([
  z.strictObject({ ...of, progress: z.strictObject({ stage: z.string(), timeElapsed: z.number() }) }),
  loadResultSchema.extend(of),
  multiLoadResultSchema.extend(of),
  /** `status` is the one that `/v1/load` would have. */
  dataErrorSchema.extend({ ...of, status: z.int() }),
  /** The last line. Without it the answer is not complete. */
  z.strictObject({ done: z.literal(true) }),
]);

export type LoadEachLine = z.infer<typeof loadEachLineSchema>;
