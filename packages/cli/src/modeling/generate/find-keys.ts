import type { TableDescription } from '@orrery/engines';
import type { DataQueries } from './ask-data.ts';
import { columnOf, type TableKey } from './facts.ts';
import { snakeName } from './draft/names.ts';
import { singular } from './draft/words.ts';

export interface FoundKey {
  readonly key?: TableKey;
  readonly doubt?: string;
}

/** Finds the key of a table: the declared one, else the first likely columns whose values are unique. */
export async function findKey(table: TableDescription, ask: DataQueries): Promise<FoundKey> {
  const declared = [table.primaryKey, ...table.uniqueKeys].find((columns) => isDeclaredKey(table, columns));
  if (declared) return { key: { columns: declared, origin: { kind: 'declared' } } };
  let doubt: string | undefined;
  for (const columns of keyCandidates(table)) {
    const answer = await ask.isKey(table, columns);
    if (answer === 'yes') return { key: { columns, origin: { kind: 'data' } } };
    if (answer === 'empty') return { key: { columns, origin: { kind: 'name' } } };
    const names = columns.join(', ');
    doubt ??=
      answer === 'no'
        ? `${names} is not a primary key: it has duplicate or missing values.`
        : `${names} may be the primary key; the source did not answer in time.`;
  }
  return doubt === undefined ? {} : { doubt };
}

/** Whether a unique key identifies every row; one that may be NULL does not. */
function isDeclaredKey(table: TableDescription, columns: readonly string[]): boolean {
  const isKey = columns === table.primaryKey;
  return (
    columns.length > 0 &&
    columns.every((name) => {
      const { isNullable, type } = columnOf(table, name);
      return type !== undefined && (isKey || !isNullable);
    })
  );
}

/**
 * Finds a key for a table without one: the columns that refer to other tables may be one together, alone or per day.
 *
 * @param referring columns that refer to other tables
 */
export async function findSharedKey(
  table: TableDescription,
  referring: readonly string[],
  ask: DataQueries,
): Promise<TableKey | undefined> {
  const times = table.columns.filter(({ type }) => type === 'time').map(({ name }) => name);
  const candidates = [referring, ...times.slice(0, maxTimes).map((time) => [...referring, time])];
  for (const columns of candidates) {
    if (referring.length === 0 || columns.length < 2) continue;
    const answer = await ask.isKey(table, columns);
    if (answer === 'yes') return { columns, origin: { kind: 'data' } };
    if (answer === 'empty') return { columns, origin: { kind: 'name' } };
  }
  return undefined;
}

const maxTimes = 2;

/** Lists candidates, most likely first. */
function keyCandidates({ name, columns, uniqueKeys }: TableDescription): readonly (readonly string[])[] {
  const of = singular(snakeName(name, '').replace(/^(?:dim|fact|fct|tbl)_/, ''));
  const wanted = ['id', `${of}_id`, 'uuid', 'guid', `${of}_key`, `${of}_uuid`, `id_${of}`];
  const named = wanted.flatMap((wish) => {
    const found = columns.find((column) => snakeName(column.name, '') === wish);
    return found && (found.type === 'number' || found.type === 'string') ? [[found.name]] : [];
  });
  const typed = uniqueKeys.filter((key) => key.every((one) => columns.find((column) => column.name === one)?.type));
  return [...named, ...typed];
}
