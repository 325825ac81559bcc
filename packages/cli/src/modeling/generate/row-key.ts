import type { TableDescription } from '@orrery/engines';
import type { Dialect, ValueType } from '@orrery/semantic';
import type { DataQuestions } from './ask-data.ts';

/**
 * What an engine itself tells the rows of a table apart by. Good for one statement, and that is what joins need; it says
 * nothing about the row, and may be another after the next write.
 */
export interface RowKey {
  /** Behind the alias of the table, `{CUBE}` in a model. */
  readonly sql: (alias: string) => string;
  readonly type: ValueType;
}

const rowKeys: ReadonlyMap<string, RowKey> = new Map<string, RowKey>([
  ['duckdb', { sql: (alias) => `${alias}.rowid`, type: 'number' }],
  ['postgres', { sql: (alias) => `CONCAT(${alias}.tableoid, '.', ${alias}.ctid)`, type: 'string' }],
]);

/** For a table that is joined to others and has no key; views have no such thing, and not all tables. */
export async function findRowKey(
  table: TableDescription,
  { name }: Dialect,
  ask: DataQuestions,
): Promise<RowKey | undefined> {
  const key = rowKeys.get(name);
  if (!key || table.kind === 'view') return undefined;
  return (await ask.hasValue(table, key.sql)) ? key : undefined;
}
