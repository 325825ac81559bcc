import type { TableDescription } from '@orrery/engines';
import type { Dialect } from '@orrery/semantic';
import type { DataQueries } from './ask-data.ts';
import type { TableKey, Reference, TableFacts } from './facts.ts';
import { findKey, findSharedKey } from './find-keys.ts';
import { findReferences, type KeyedTable } from './find-references.ts';
import { findRowKey } from './row-key.ts';

/**
 * Finds keys and references of all tables, declared or confirmed by the data. A table without a key gets no references:
 * its joined rows could be counted twice.
 */
export async function findFacts(
  tables: readonly TableDescription[],
  dialect: Dialect,
  ask: DataQueries,
): Promise<readonly TableFacts[]> {
  const keyed: (KeyedTable & { readonly doubt: string | undefined })[] = [];
  for (const table of tables) {
    const { key, doubt } = await findKey(table, ask);
    keyed.push({ table, key, doubt });
  }
  const facts: TableFacts[] = [];
  for (const { table, key, doubt } of keyed) {
    const { references, doubts } = await findReferences({ table, key }, keyed, ask);
    const found = key ?? (await findKeyForJoins(table, references, dialect, ask));
    const allDoubts = [...(doubt === undefined || found ? [] : [doubt]), ...doubts];
    if (found) facts.push({ table, key: found, references, doubts: allDoubts });
    else facts.push({ table, key: undefined, references: [], doubts: [...keyless(references), ...allDoubts] });
  }
  const known = new Set(facts.filter(({ key }) => key !== undefined).map(({ table }) => table));
  return facts.map((one) => ({ ...one, references: one.references.filter(({ to }) => known.has(to)) }));
}

async function findKeyForJoins(
  table: TableDescription,
  references: readonly Reference[],
  dialect: Dialect,
  ask: DataQueries,
): Promise<TableKey | undefined> {
  if (references.length === 0) return undefined;
  const referring = new Set(references.flatMap(({ columns }) => columns));
  const shared = await findSharedKey(table, [...referring], ask);
  if (shared) return shared;
  const rowKey = await findRowKey(table, dialect, ask);
  return rowKey && { columns: [], origin: { kind: 'data' }, rowKey };
}

function keyless(references: readonly Reference[]): readonly string[] {
  const joins = references.map(
    ({ columns, to, toColumns }) => `${columns.join(', ')} to ${to.name} (${toColumns.join(', ')})`,
  );
  if (joins.length === 0)
    return ['No primary key was found. It needs one (primary_key: true) before it is joined to others.'];
  return [`No primary key was found, so nothing is joined. With one (primary_key: true), join ${joins.join('; ')}.`];
}
