import type { WireFilter } from '@orrery/contract';
import { GraphQLError } from 'graphql';
import type { SchemaCube, SchemaMember } from './build-schema.ts';
import { isPlainObject, listOf, type Plain, type PlainMap } from './plain-value.ts';
import type { PlanningLimits } from './planning-limits.ts';

/** Operators that are named otherwise in queries. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['in', 'equals'],
  ['notIn', 'notEquals'],
]);

/** Filters that all have to hold, of a condition over several cubes. */
export function rootFilters(
  where: PlainMap,
  cubes: ReadonlyMap<string, SchemaCube>,
  limits: PlanningLimits,
): readonly WireFilter[] {
  return conditions(where, limits, (name, value) => {
    const cube = cubes.get(name);
    return cube && isPlainObject(value) ? cubeFilters(value, cube, limits) : [];
  });
}

/** Filters that all have to hold, of a condition over one cube. */
export function cubeFilters(where: PlainMap, { members }: SchemaCube, limits: PlanningLimits): readonly WireFilter[] {
  return conditions(where, limits, (name, value) => {
    const member = members.get(name);
    return member && isPlainObject(value) ? memberFilters(value, member, limits) : [];
  });
}

type Named = (name: string, value: Plain) => readonly WireFilter[];

function conditions(where: PlainMap, limits: PlanningLimits, named: Named): readonly WireFilter[] {
  return [...where].flatMap(([name, value]) => {
    if (name !== 'AND' && name !== 'OR') return named(name, value);
    if (value === null) {
      if (name === 'AND') return [];
      throw new GraphQLError(
        '"OR" is null, which says nothing about rows; give it conditions, or leave it out for all rows',
      );
    }
    const groups = listOf(value).map((one) => {
      limits.countFilter(0);
      return isPlainObject(one) ? conditions(one, limits, named) : [];
    });
    if (name === 'AND') return groups.filter((group) => group.length > 0).map(allOf);
    return [{ or: alternatives(groups).map(allOf) }];
  });
}

/**
 * Checks the groups of an OR. An empty group is refused, since filters of queries give it another meaning. @throws
 * GraphQLError for an empty group, and without any group
 */
function alternatives(groups: readonly (readonly WireFilter[])[]): readonly (readonly WireFilter[])[] {
  if (groups.length === 0)
    throw new GraphQLError('"OR" holds no condition, so that no row could meet one; leave it out for all rows');
  if (groups.some((group) => group.length === 0))
    throw new GraphQLError(
      '"OR" holds an empty condition, which all rows would meet; give it a value, or leave it out',
    );
  return groups;
}

function allOf(filters: readonly WireFilter[]): WireFilter {
  const [only, ...others] = filters;
  return only && others.length === 0 ? only : { and: [...filters] };
}

/** Each operator is a condition of its own. */
function memberFilters(
  filter: PlainMap,
  { name: member }: SchemaMember,
  limits: PlanningLimits,
): readonly WireFilter[] {
  return [...filter].flatMap(([written, value]): readonly WireFilter[] => {
    const values = listOf(value);
    limits.countFilter(values.length);
    if (written === 'set') return value === null ? [] : [{ member, operator: isTrue(value) ? 'set' : 'notSet' }];
    const operator = (renamed.get(written) ?? written) as 'equals'; // the schema names operators of queries only
    if (written.endsWith('DateRange')) checkRange(values, `"${written}" of "${member}"`);
    return [{ member, operator, values: values.map(textOrNull) }];
  });
}

/** Checks the number of values of a range: a missing or further value would silently give another range. @throws GraphQLError */
function checkRange(values: readonly Plain[], name: string): void {
  if (values.includes(null)) throw new GraphQLError(`${name} holds null; give both ends of the range, or leave it out`);
  if (values.length > 2)
    throw new GraphQLError(`${name} holds ${values.length} values; a range has a first and a last day, or is a phrase`);
}

function isTrue(value: Plain): boolean {
  return value === true || value === 'true';
}

function textOrNull(value: Plain): string | null {
  return value === null ? null : String(value);
}
