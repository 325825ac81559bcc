import type { TableDescription } from '@orrery/engines';
import type { DataQueries } from './ask-data.ts';
import { columnOf, type TableKey, type Reference, sameColumns, tableLabel } from './facts.ts';
import { snakeName } from './draft/names.ts';
import { namesSame } from './draft/words.ts';

export interface FoundReferences {
  readonly references: readonly Reference[];
  readonly doubts: readonly string[];
}

/** A table others may refer to. */
export interface KeyedTable {
  readonly table: TableDescription;
  readonly key: TableKey | undefined;
}

/**
 * Finds what a table refers to: its foreign keys, and columns named after the key of another table that contains all
 * their values.
 */
export async function findReferences(
  { table, key }: KeyedTable,
  all: readonly KeyedTable[],
  ask: DataQueries,
): Promise<FoundReferences> {
  const references = [...declared(table, all)];
  const doubts: string[] = [];
  for (const { name, type } of table.columns) {
    if (references.some(({ columns }) => columns.includes(name))) continue;
    const role = roleOf(name);
    const target = role === undefined ? undefined : targetOf(role, { table, key }, name, all);
    const [toColumn] = target?.key?.columns ?? [];
    if (!target || toColumn === undefined || columnOf(target.table, toColumn).type !== type) continue;
    const answer = await ask.isContained({ table, column: name }, { table: target.table, column: toColumn });
    const place = `${tableLabel(target.table)}.${toColumn}`;
    if (answer === 'yes' || answer === 'empty') {
      const origin = { kind: answer === 'yes' ? 'data' : 'name' } as const;
      references.push({ columns: [name], to: target.table, toColumns: [toColumn], origin });
    } else if (answer === 'no') doubts.push(`${name} is not joined to ${place}: it has values that are not there.`);
    else doubts.push(`${name} may refer to ${place}; the source did not answer in time.`);
  }
  return { references, doubts };
}

function declared(table: TableDescription, all: readonly KeyedTable[]): readonly Reference[] {
  const found: Reference[] = [];
  for (const { columns, references, referencedColumns } of table.foreignKeys) {
    const target = all.find((one) => one.table.name === references.name && one.table.schema === references.schema);
    if (!target || found.some((known) => known.to === target.table && sameColumns(known.columns, columns))) continue;
    // A role may lack the right to read some columns; the source then lists the key but not its columns.
    const isUsable = columns.every((name) => table.columns.some((one) => one.name === name && one.type !== undefined));
    if (isUsable) {
      const origin = { kind: 'declared' } as const;
      found.push({ columns, to: target.table, toColumns: referencedColumns, origin });
    }
  }
  return found;
}

/** Derives a role from the name of a column: `billing_customer_id` -> `billing_customer`. */
export function roleOf(column: string): string | undefined {
  const name = snakeName(column, '');
  const role = name.match(/^(.+)_(?:id|key|uuid|guid|fk|sk)$/)?.[1] ?? name.match(/^(?:id|fk|sk)_(.+)$/)?.[1];
  return role;
}

/** Returns the name of the thing a table holds, without prefixes that warehouses use. */
export function thingOf({ name }: TableDescription): string {
  return snakeName(name, '').replace(/^(?:dim|fact|fct|tbl)_/, '');
}

/** Finds the table a role names; prefers stored tables to views, and tables of the same schema. */
function targetOf(role: string, own: KeyedTable, column: string, all: readonly KeyedTable[]): KeyedTable | undefined {
  const isOwnKey = own.key?.columns.length === 1 && own.key.columns[0] === column;
  const candidates = all.filter(({ table, key }) => key?.columns.length === 1 && !(isOwnKey && table === own.table));
  const [best, second] = candidates
    .map((candidate) => ({ candidate, worth: worthOf(role, candidate.table, own.table) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, other) => other.worth - one.worth);
  return best && best.worth !== second?.worth ? best.candidate : undefined;
}

/** Rates a match, higher is better; 0 is no match. `home_store` names `stores`, and `parent` the table itself. */
function worthOf(role: string, table: TableDescription, from: TableDescription): number {
  const thing = thingOf(table);
  const words = thing.split('_').length;
  const tail = role.split('_').slice(-words).join('_');
  if (table === from && namesSame(role, thing)) return 0;
  const isSelf =
    table === from && /^(?:parent|reports_to|reply_to|in_reply_to|manager|supervisor|boss|predecessor)$/.test(role);
  const match = namesSame(role, thing) ? 1000 : namesSame(tail, thing) ? words * 10 : isSelf ? 1 : 0;
  if (match === 0) return 0;
  return match + (table.schema === from.schema ? 2 : 0) + (table.kind === 'table' ? 4 : 0);
}
