import { z } from 'zod';
import { queryEchoSchema, queryTypes } from './query-echo.ts';

export const dryRunAnswerSchema = z.strictObject({
  queryType: z.enum(queryTypes),
  normalizedQueries: z.array(queryEchoSchema),
  /** One entry per query, including the default order. */
  queryOrder: z.array(z.record(z.string(), z.enum(['asc', 'desc']))),
  transformedQueries: z.array(z.null()),
  /** The query to pivot by; for an array of queries only its pivot members. */
  pivotQuery: z.union([
    queryEchoSchema,
    queryEchoSchema.pick({ measures: true, dimensions: true, timeDimensions: true, queryType: true }),
  ]),
});

export type DryRunAnswer = z.infer<typeof dryRunAnswerSchema>;
