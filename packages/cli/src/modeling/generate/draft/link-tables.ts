import type { TableDescription } from '@orrery/engines';
import type { TableFacts } from '../facts.ts';
import { snakeName } from './names.ts';

/** A table that only links rows of two others. */
export interface LinkTable {
  readonly facts: TableFacts;
  /** The table from whose rows a path leads over the link to the other tables. */
  readonly start: TableDescription;
}

const noted =
  /^(?:(?:created|updated|inserted|added|assigned|modified)_(?:at|on|date)|position|sort|sort_order|ordinal)$/;

/** @param mayJoin whether a join can be written into the cube of a table */
export function findLinkTables(
  all: readonly TableFacts[],
  mayJoin: (table: TableDescription) => boolean,
): ReadonlyMap<TableDescription, LinkTable> {
  const links = all.filter(isLink);
  const incoming = (table: TableDescription) =>
    all.filter((one) => !links.includes(one) && one.references.some(({ to }) => to === table)).length;
  const found = new Map<TableDescription, LinkTable>();
  for (const facts of links) {
    const [start] = facts.references
      .map(({ to }) => to)
      .filter(mayJoin)
      .toSorted((one, other) => incoming(other) - incoming(one));
    if (start) found.set(facts.table, { facts, start });
  }
  return found;
}

function isLink({ table, key, references }: TableFacts): boolean {
  const targets = new Set(references.map(({ to }) => to));
  if (targets.size < 2 || targets.size !== references.length || targets.has(table)) return false;
  const known = new Set([...references.flatMap(({ columns }) => columns), ...(key?.columns ?? [])]);
  return table.columns.every(({ name }) => known.has(name) || noted.test(snakeName(name, '')));
}
