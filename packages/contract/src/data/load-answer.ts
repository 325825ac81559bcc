import { z } from 'zod';
import { wireProblemSchema } from './data-error.ts';
import { annotationSchema } from './annotation.ts';
import { queryEchoSchema, queryTypes } from './query-echo.ts';

/** Numbers are text on every engine, with all their digits. */
export const cellSchema = z.union([z.string(), z.boolean(), z.null()]);

export const rowsSchema = z.array(z.record(z.string(), cellSchema));

export const compactRowsSchema = z.strictObject({
  members: z.array(z.string()),
  dataset: z.array(z.array(cellSchema)),
});

export const columnarRowsSchema = z.strictObject({
  members: z.array(z.string()),
  columns: z.array(z.array(cellSchema)),
});

export const loadResultSchema = z.strictObject({
  query: queryEchoSchema,
  lastRefreshTime: z.iso.datetime(),
  /** This and the next three are set in development mode only. */
  refreshKeyValues: z.array(z.unknown()).optional(),
  usedPreAggregations: z.record(z.string(), z.unknown()).optional(),
  transformedQuery: z.null().optional(),
  requestId: z.string().optional(),
  annotation: annotationSchema,
  dataSource: z.string(),
  dbType: z.string(),
  external: z.boolean(),
  slowQuery: z.boolean(),
  /** Number of rows without limit and offset; only when the query requested it. */
  total: z.number().optional(),
  /** Notices about valid parts of the query that may not be what the author meant; absent without any. */
  warnings: z.array(wireProblemSchema).optional(),
  data: z.union([rowsSchema, compactRowsSchema, columnarRowsSchema]),
});

export type LoadResult = z.infer<typeof loadResultSchema>;

/** Answer to `queryType=multi`. */
export const multiLoadResultSchema = z.strictObject({
  queryType: z.enum(queryTypes),
  results: z.array(loadResultSchema),
  pivotQuery: queryEchoSchema,
  slowQuery: z.boolean(),
});

export type MultiLoadResult = z.infer<typeof multiLoadResultSchema>;
