import type { WireFilter } from '@orrery/contract';
import type { SchemaCube, SchemaMember } from './build-schema.ts';
import { isPlainObject, listOf, type Plain, type PlainObject } from './plain-value.ts';

/** Operators that are named otherwise in queries. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['in', 'equals'],
  ['notIn', 'notEquals'],
]);

/** Filters that all have to hold, of a condition over several cubes. */
export function rootFilters(where: PlainObject, cubes: ReadonlyMap<string, SchemaCube>): readonly WireFilter[] {
  return conditions(where, (name, value) => {
    const cube = cubes.get(name);
    return cube && isPlainObject(value) ? cubeFilters(value, cube) : [];
  });
}

/** Filters that all have to hold, of a condition over one cube. */
export function cubeFilters(where: PlainObject, { members }: SchemaCube): readonly WireFilter[] {
  return conditions(where, (name, value) => {
    const member = members.get(name);
    return member && isPlainObject(value) ? memberFilters(value, member) : [];
  });
}

type Named = (name: string, value: Plain) => readonly WireFilter[];

function conditions(where: PlainObject, named: Named): readonly WireFilter[] {
  return [...where].flatMap(([name, value]) => {
    if (name !== 'AND' && name !== 'OR') return named(name, value);
    if (value === null) return [];
    const groups = listOf(value).map((one) => allOf(isPlainObject(one) ? conditions(one, named) : []));
    return name === 'AND' ? groups : [{ or: groups }];
  });
}

function allOf(filters: readonly WireFilter[]): WireFilter {
  const [only, ...others] = filters;
  return only && others.length === 0 ? only : { and: [...filters] };
}

/** Each operator is a condition of its own. */
function memberFilters(filter: PlainObject, { name: member }: SchemaMember): readonly WireFilter[] {
  return [...filter].flatMap(([written, value]): readonly WireFilter[] => {
    if (written === 'set') return value === null ? [] : [{ member, operator: isTrue(value) ? 'set' : 'notSet' }];
    const operator = (renamed.get(written) ?? written) as 'equals'; // the schema names operators of queries only
    return [{ member, operator, values: listOf(value).map(textOrNull) }];
  });
}

function isTrue(value: Plain): boolean {
  return value === true || value === 'true';
}

function textOrNull(value: Plain): string | null {
  return value === null ? null : String(value);
}
