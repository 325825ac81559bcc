import { z } from 'zod';
import { wireFilterSchema } from './filter.ts';
import { cacheModeSchema, responseFormatSchema } from './query.ts';

export const queryTypes = ['regularQuery', 'compareDateRangeQuery', 'blendingQuery'] as const;

export type QueryType = (typeof queryTypes)[number];

/** The parsed query: defaults filled in, ranges resolved to local times of the query's time zone. */
export const queryEchoSchema = z.strictObject({
  measures: z.array(z.string()).optional(),
  dimensions: z.array(z.string()),
  timeDimensions: z.array(
    z.strictObject({
      dimension: z.string(),
      granularity: z.string().optional(),
      dateRange: z.tuple([z.string(), z.string()]).optional(),
      /** The whole of a range that is not over, of which `dateRange` is the part so far. */
      partOf: z.tuple([z.string(), z.string()]).optional(),
    }),
  ),
  segments: z.array(z.string()).optional(),
  limit: z.number(),
  offset: z.number().optional(),
  total: z.boolean().optional(),
  timezone: z.string(),
  ungrouped: z.boolean().optional(),
  fillMissing: z.boolean().optional(),
  fillWith: z.literal([0, null]).optional(),
  responseFormat: responseFormatSchema.optional(),
  filters: z.array(wireFilterSchema),
  rowLimit: z.number(),
  /** Absent when the default order was used. */
  order: z.array(z.strictObject({ id: z.string(), desc: z.boolean() })).optional(),
  queryType: z.enum(queryTypes).optional(),
  /** Set in `/v1/dry-run` only. */
  cacheMode: cacheModeSchema.optional(),
  /** Set in `/v1/dry-run` only. */
  joinHints: z.array(z.array(z.string())).optional(),
});

export type QueryEcho = z.infer<typeof queryEchoSchema>;
