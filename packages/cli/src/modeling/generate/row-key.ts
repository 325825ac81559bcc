import type { TableDescription } from '@orrery/engines';
import type { Dialect, ValueType } from '@orrery/semantic';
import type { DataQueries } from './ask-data.ts';

/**
 * Identifies rows of a table by what the engine itself uses. It is valid within one statement, which is enough for joins;
 * it has no meaning outside, and may change with the next write.
 */
export interface GeneratedKey {
  /** SQL after the alias of the table, which is `{CUBE}` in a model. */
  readonly sql: (alias: string) => string;
  readonly type: ValueType;
}

const rowKeys: ReadonlyMap<string, GeneratedKey> = new Map<string, GeneratedKey>([
  ['duckdb', { sql: (alias) => `${alias}.rowid`, type: 'number' }],
  ['postgres', { sql: (alias) => `CONCAT(${alias}.tableoid, '.', ${alias}.ctid)`, type: 'string' }],
]);

/** Finds a row key for a table that is joined to others and has no key; views and some tables have none. */
export async function findRowKey(
  table: TableDescription,
  { name }: Dialect,
  ask: DataQueries,
): Promise<GeneratedKey | undefined> {
  const key = rowKeys.get(name);
  if (!key || table.kind === 'view') return undefined;
  return (await ask.hasValue(table, key.sql)) ? key : undefined;
}
