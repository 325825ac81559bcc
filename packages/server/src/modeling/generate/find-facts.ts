import type { TableDescription } from '@orrery/engines';
import type { DataQuestions } from './ask-data.ts';
import type { Reference, TableFacts } from './facts.ts';
import { findKey, findSharedKey } from './find-keys.ts';
import { findReferences, type KeyedTable } from './find-references.ts';

/**
 * Keys and references of all tables, declared or borne out by the data. A table without a key refers to nothing: joined,
 * its rows could not be told apart.
 */
export async function findFacts(
  tables: readonly TableDescription[],
  ask: DataQuestions,
): Promise<readonly TableFacts[]> {
  const keyed: (KeyedTable & { readonly doubt: string | undefined })[] = [];
  for (const table of tables) {
    const { key, doubt } = await findKey(table, ask);
    keyed.push({ table, key, doubt });
  }
  const facts: TableFacts[] = [];
  for (const { table, key, doubt } of keyed) {
    const { references, doubts } = await findReferences({ table, key }, keyed, ask);
    const referring = references.flatMap(({ columns }) => columns);
    const found = key ?? (await findSharedKey(table, [...new Set(referring)], ask));
    const keyDoubt = found || doubt === undefined ? [] : [doubt];
    if (found) facts.push({ table, key: found, references, doubts });
    else
      facts.push({ table, key: undefined, references: [], doubts: [...keyDoubt, ...keyless(references), ...doubts] });
  }
  const known = new Set(facts.filter(({ key }) => key !== undefined).map(({ table }) => table));
  return facts.map((one) => ({ ...one, references: one.references.filter(({ to }) => known.has(to)) }));
}

function keyless(references: readonly Reference[]): readonly string[] {
  const joins = references.map(
    ({ columns, to, toColumns }) => `${columns.join(', ')} to ${to.name} (${toColumns.join(', ')})`,
  );
  const [first] = joins;
  if (first === undefined)
    return ['No primary key was found. This cube needs one (primary_key: true) before it is joined to others.'];
  return [
    `No primary key was found, and without one nothing is joined. With one (primary_key: true), join ${joins.join('; ')}.`,
  ];
}
