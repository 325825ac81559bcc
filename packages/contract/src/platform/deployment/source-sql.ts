import { z } from 'zod';
import { nullAsAbsent } from '../null-as-absent.ts';

/** Rows of a statement in the SQL of a data source. */
export const sourceRowLimits = { default: 5_000, most: 50_000 } as const;

const dataSource = z.string().min(1).max(255);
const sql = z
  .string()
  .min(1)
  .max(100_000)
  .regex(/^[^\p{Cs}\0]*$/u, 'has characters that cannot be stored');

/** A statement in the SQL of a data source. */
export const sourceQuerySchema = z.object({ dataSource, sql });

/** A source query in answers: its text is present only for users who may query data sources. */
export const shownSourceQuerySchema = z.strictObject({
  dataSource: z.string(),
  sql: z.string().nullable().describe('null for callers without the right SqlRunnerRead'),
});

export const sourceSqlRequestSchema = sourceQuerySchema.extend({
  limit: nullAsAbsent(z.int().min(1).max(sourceRowLimits.most)).describe(
    `Number of rows; default ${sourceRowLimits.default}, and at most what the project allows a query`,
  ),
});

/** The data sources of a deployment, of its project and those that were added. */
export const sqlSourcesSchema = z.strictObject({
  items: z.array(
    z.strictObject({ name: z.string(), type: z.string().describe('clickhouse, duckdb, mysql, postgres or trino') }),
  ),
});

export const sqlTablesSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      schema: z.string(),
      name: z.string(),
      kind: z.enum(['table', 'view']),
      isOnPath: z.boolean().describe('Whether its name alone, without the schema, finds it'),
      columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
    }),
  ),
  isTruncated: z.boolean().describe('Whether there are more tables or columns'),
});

export type SourceQuery = z.infer<typeof sourceQuerySchema>;
export type ShownSourceQuery = z.infer<typeof shownSourceQuerySchema>;
export type WireSqlTables = z.infer<typeof sqlTablesSchema>;
