import { nearestName, shownLiteral } from '@orrery/kernel';
import type { Column } from '../relation/index.ts';
import type { Name } from '../syntax/index.ts';
import { refusePlan } from '../refusal.ts';
import type { CommonName } from './binder.ts';

/** A table of FROM by the name that columns may be qualified with. */
interface ScopeTable {
  /** Absent for what has no name, such as a sub-select without alias. */
  readonly name?: string;
  /** Schema and database, where the table is named by its own name. */
  readonly qualifiers: readonly string[];
  readonly columns: readonly Column[];
  /** Columns that `*` does not show. */
  readonly system?: readonly Column[];
}

/** The names that an expression may use, inside those of the select around it. */
export interface NameScope {
  readonly tables: readonly ScopeTable[];
  /** Columns that USING or NATURAL made one of; unqualified names find them first, and `*` shows them first. */
  readonly merged: readonly Column[];
  /** Columns that an unqualified name does not find, since a merged one stands for them. */
  readonly covered: ReadonlySet<number>;
  readonly common: readonly CommonName[];
  readonly outer?: NameScope;
}

export function emptyScope(common: readonly CommonName[], outer?: NameScope): NameScope {
  return { tables: [], merged: [], covered: new Set(), common, ...(outer ? { outer } : {}) };
}

/** The names of two items of one FROM. */
export function joinScopes(left: NameScope, right: NameScope): NameScope {
  return {
    ...left,
    tables: [...left.tables, ...right.tables],
    merged: [...left.merged, ...right.merged],
    covered: new Set([...left.covered, ...right.covered]),
  };
}

/** Columns of `*`, in order. */
export function columnsOfStar(scope: NameScope): readonly Column[] {
  const own = scope.tables.flatMap(({ columns }) => columns).filter(({ id }) => !scope.covered.has(id));
  return [...scope.merged, ...own];
}

/** Lists the columns of `t.*`. @throws StatementRefused for a missing table */
export function columnsOfTable(scope: NameScope, names: readonly Name[]): readonly Column[] {
  const found = findTables(scope, names);
  const [first] = names;
  const shown = names.map(({ text }) => shownLiteral(text)).join('.');
  return found?.[0]?.columns ?? refusePlan('sql.unknown-table', `Invalid qualifier '${shown}'`, first?.position);
}

/** @throws StatementRefused when no column, or more than one, has the name */
export function findColumn(scope: NameScope, names: readonly Name[], position: number): Column {
  const last = names.at(-1);
  if (!last) throw new Error('a column has a name');
  const qualifiers = names.slice(0, -1);
  for (let at: NameScope | undefined = scope; at; at = at.outer) {
    const found = qualifiers.length === 0 ? findUnqualified(at, last.text) : findQualified(at, qualifiers, last.text);
    if (found.length > 1 && !isUserOfTables(at, found)) {
      refusePlan(
        'sql.ambiguous-column',
        `column reference "${shownLiteral(last.text)}" is ambiguous`,
        position,
        'Put the table before it',
      );
    }
    if (found[0]) return found[0];
  }
  const written = names.map(({ text }) => shownLiteral(text)).join('.');
  const fields = scope.tables.flatMap(({ name, columns }) =>
    columns.map((one) => (name ? `${name}.${one.name}` : one.name)),
  );
  const candidates = scope.tables.flatMap(({ columns }) => columns.map((one) => one.name));
  const message = `Invalid identifier '#${written}' for schema fields:[${fields.join(', ')}], metadata:{}`;
  const near = nearestName(last.text, candidates);
  return refusePlan('sql.unknown-column', message, position, near && `Did you mean ${near}?`);
}

/** Whether columns are `__user` of tables that are named by their own names: it is one for all of them. */
function isUserOfTables({ tables }: NameScope, found: readonly Column[]): boolean {
  return found.every(
    (column) =>
      column.name === '__user' &&
      tables.some(({ qualifiers, columns }) => qualifiers.length > 0 && columns.includes(column)),
  );
}

/** Whether a table of this FROM has a column of the name. */
export function hasColumn(scope: NameScope, name: string): boolean {
  return findUnqualified(scope, name).length > 0;
}

function findUnqualified(scope: NameScope, name: string): readonly Column[] {
  const merged = named(scope.merged, name);
  if (merged.length > 0) return merged;
  const own = scope.tables.flatMap(({ columns }) => columns).filter(({ id }) => !scope.covered.has(id));
  const found = named(own, name);
  return found.length > 0
    ? found
    : named(
        scope.tables.flatMap(({ system = [] }) => system),
        name,
      );
}

function findQualified(scope: NameScope, qualifiers: readonly Name[], name: string): readonly Column[] {
  const tables = findTables(scope, qualifiers);
  return tables ? tables.flatMap(({ columns, system = [] }) => named([...columns, ...system], name)) : [];
}

/** The columns of a name; the exact spelling first, then any letter case. */
function named(columns: readonly Column[], name: string): readonly Column[] {
  const exact = columns.filter((column) => column.name === name);
  if (exact.length > 0) return exact;
  const folded = name.toLowerCase();
  return columns.filter((column) => column.name.toLowerCase() === folded);
}

/** Tables of the innermost scope that has the name. */
function findTables(scope: NameScope, names: readonly Name[]): readonly ScopeTable[] | undefined {
  const [last, ...before] = names.map(({ text }) => text.toLowerCase()).toReversed();
  for (let at: NameScope | undefined = scope; at; at = at.outer) {
    const found = at.tables.filter(
      ({ name, qualifiers }) =>
        name?.toLowerCase() === last && before.every((one, index) => qualifiers[index]?.toLowerCase() === one),
    );
    if (found.length > 0) return found;
  }
  return undefined;
}
