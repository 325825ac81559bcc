import type { TableDescription } from '@orrery/engines';
import type { Dialect } from '@orrery/semantic';
import type { JoinDraft } from './draft.ts';
import type { Reference, TableFacts } from '../facts.ts';
import { roleOf, thingOf } from '../find-references.ts';
import { type NameSpace, snakeName } from './names.ts';
import { columnInModel } from './sql-text.ts';
import { namesSame, singular } from './words.ts';

/** A second path to a table: a cube of its own over the same rows, named after the meaning of the column. */
export interface JoinRole {
  readonly name: string;
  readonly target: TableDescription;
  /** The table refers to itself: the role cannot copy its joins, because one of them leads to the role. */
  readonly isSelf: boolean;
}

/** A reference and the cube it joins. */
export interface PlannedJoin {
  readonly reference: Reference;
  readonly to: string;
}

export interface JoinPlan {
  readonly joins: ReadonlyMap<TableDescription, readonly PlannedJoin[]>;
  readonly roles: readonly JoinRole[];
}

/**
 * Plans which cube each reference joins. A cube joins another only once. Among several references to one table, the one
 * with the table's own name joins its cube; the others, and those of a table to itself, join roles. Roles are shared:
 * `billing_address` of orders and of invoices is one cube.
 *
 * @param mayReach whether the cube of a table can be joined to
 */
export function planJoins(
  facts: readonly TableFacts[],
  cubeNames: ReadonlyMap<TableDescription, string>,
  names: NameSpace,
  mayReach: (table: TableDescription) => boolean,
): JoinPlan {
  const roles: JoinRole[] = [];
  const joins = new Map<TableDescription, readonly PlannedJoin[]>();
  for (const { table, references } of facts) {
    const planned: PlannedJoin[] = [];
    for (const reference of references) {
      const target = cubeNames.get(reference.to);
      if (target === undefined || !mayReach(reference.to)) continue;
      const others = references.filter(({ to }) => to === reference.to);
      const isMain = reference.to !== table && (others.length === 1 || reference === mainOf(others));
      const to = isMain ? target : roleFor(reference, table);
      if (!planned.some((join) => join.to === to)) planned.push({ reference, to });
    }
    // Views reach a cube over one of several paths; a plain name is preferred to a role.
    const isRole = ({ to }: PlannedJoin) => Number(roles.some(({ name }) => name === to));
    joins.set(
      table,
      planned.toSorted((one, other) => isRole(one) - isRole(other)),
    );
  }
  return { joins, roles };

  function roleFor({ columns, to }: Reference, from: TableDescription): string {
    const isSelf = to === from;
    const own = singular(cubeNames.get(from) ?? 'cube');
    const [first = ''] = columns;
    const role =
      columns.length === 1 ? (roleOf(first) ?? snakeName(first, 'other')) : `${own}_${singular(thingOf(to))}`;
    const known = roles.find((one) => one.target === to && one.isSelf === isSelf && one.name === role);
    if (known) return known.name;
    const name = names.take(role, `${own}_${role}`);
    roles.push({ name, target: to, isSelf });
    return name;
  }
}

/** Returns the reference whose column is named after the table; without one, all become roles. */
function mainOf(references: readonly Reference[]): Reference | undefined {
  return references.find(({ columns: [column = ''], to }) => namesSame(roleOf(column) ?? '', thingOf(to)));
}

/** Names that, at the start of a path, mean the security context in the model language. */
const contextNames = new Set(['groups', 'security_context', 'user_attributes']);

/** @param dimensionOf returns the name of the dimension for a plain column of the target, if there is one */
export function draftJoin(
  { reference, to }: PlannedJoin,
  { table, key }: TableFacts,
  dialect: Dialect,
  dimensionOf: (column: string) => string | undefined,
): JoinDraft {
  const { columns, toColumns } = reference;
  const pairs = columns.map((column, index) => {
    const toColumn = toColumns[index] ?? '';
    const dimension = contextNames.has(to) ? undefined : dimensionOf(toColumn);
    const target = dimension === undefined ? `{${to}}.${columnInModel(toColumn, dialect)}` : `{${to}.${dimension}}`;
    return `{CUBE}.${columnInModel(column, dialect)} = ${target}`;
  });
  const uniqueKeys = [key?.columns ?? [], table.primaryKey, ...table.uniqueKeys].filter(({ length }) => length > 0);
  const isUnique = uniqueKeys.some((unique) => unique.every((name) => columns.includes(name)));
  const role = columns.length === 1 ? roleOf(columns[0] ?? '') : undefined;
  return {
    to,
    ...(role === undefined ? {} : { role }),
    relationship: isUnique ? 'one_to_one' : 'many_to_one',
    sql: pairs.join(' AND '),
    ...commentOf(reference),
  };
}

/** Explains how a reference was found that the source does not declare. */
export function commentOf({ columns, to, toColumns, origin }: Reference): Pick<JoinDraft, 'comment'> {
  const names = columns.join(' and ');
  switch (origin.kind) {
    case 'declared':
      return {};
    case 'data':
      return { comment: `Inferred: every value of ${names} is one of ${toColumns.join(' and ')} in ${to.name}.` };
    case 'name':
      return { comment: `Inferred from the name ${names} alone, as there are no values to compare.` };
  }
}
