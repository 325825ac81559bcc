import { z } from 'zod';
import { queryEchoSchema, queryTypes } from './query-echo.ts';

export const dryRunAnswerSchema = z.strictObject({
  queryType: z.enum(queryTypes),
  normalizedQueries: z.array(queryEchoSchema),
  /** One entry a query; the default order included. */
  queryOrder: z.array(z.record(z.string(), z.enum(['asc', 'desc']))),
  transformedQueries: z.array(z.null()),
  pivotQuery: queryEchoSchema,
});

export type DryRunAnswer = z.infer<typeof dryRunAnswerSchema>;
