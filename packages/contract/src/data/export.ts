import { z } from 'zod';
import { cacheModeSchema } from './query.ts';

/** Bound on the rows of an export: as many as spreadsheets open. */
export const maxExportedRows = 1_000_000;

/** Parameters of `/v1/export`. */
export const exportRequestSchema = z.strictObject({
  /** A query as `/v1/load` takes it; without a `limit` it has all of its rows. */
  query: z.record(z.string(), z.unknown()).optional(),
  /** A statement of SQL over the model, instead of a query. */
  sql: z.string().min(1).optional(),
  format: z.literal('csv'),
  /** `exact`: values as the Data API has them. `formatted`: as the model says that they are shown. */
  values: z.enum(['exact', 'formatted']).default('exact'),
  /** Names of columns in the order of the file; the others follow. */
  columns: z.array(z.string().max(1_000)).max(1_000).default([]),
  /** The name of the file. */
  title: z.string().max(255).default('export'),
  /** BCP 47, for formatted values. */
  locale: z.string().max(100).optional(),
  /** IANA name, for a statement. */
  timezone: z.string().max(100).optional(),
  cache: cacheModeSchema.optional(),
  /** Answers `Continue wait` while the first rows are not there, instead of waiting for them. */
  throwContinueWait: z.boolean().optional(),
});

export type ExportRequest = z.infer<typeof exportRequestSchema>;
