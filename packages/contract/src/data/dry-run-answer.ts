import { z } from 'zod';
import { queryEchoSchema, queryTypes } from './query-echo.ts';

export const dryRunAnswerSchema = z.strictObject({
  queryType: z.enum(queryTypes),
  normalizedQueries: z.array(queryEchoSchema),
  /** One entry a query; the default order included. */
  queryOrder: z.array(z.record(z.string(), z.enum(['asc', 'desc']))),
  transformedQueries: z.array(z.null()),
  /** Of an array of queries only what it is pivoted by. */
  pivotQuery: z.union([
    queryEchoSchema,
    queryEchoSchema.pick({ measures: true, dimensions: true, timeDimensions: true, queryType: true }),
  ]),
});

export type DryRunAnswer = z.infer<typeof dryRunAnswerSchema>;
