import type { WireFilter, WireTimeDimension } from '@orrery/contract';
import { type FieldNode, GraphQLError } from 'graphql';
import type { AnswerNode, PlannedField } from '../graphql-messages.ts';
import type { BuiltSchema, SchemaCube, SchemaMember } from './build-schema.ts';
import { below, collectFields, type Selecting } from './collect-fields.ts';
import { isPlainObject, type Plain, type PlainMap, plainValue, type PlainVariables } from './plain-value.ts';
import { cubeFilters, rootFilters } from './where-to-filters.ts';

/** Parts of the query of one `cube` field, as they are found. */
interface FieldParts {
  readonly measures: Set<string>;
  readonly dimensions: Set<string>;
  readonly times: Map<string, WireTimeDimension>;
  readonly filters: WireFilter[];
  readonly order: [string, 'asc' | 'desc'][];
}

export interface FieldToPlan {
  readonly key: string;
  readonly nodes: readonly FieldNode[];
  readonly built: BuiltSchema;
  readonly selecting: Selecting;
  readonly variables: PlainVariables;
}

/** @throws GraphQLError for what the schema allows and no query can say */
export function planField({ key, nodes, built, selecting, variables }: FieldToPlan): PlannedField {
  const { cubes } = built;
  const found: FieldParts = { measures: new Set(), dimensions: new Set(), times: new Map(), filters: [], order: [] };
  const given = argumentsOf(nodes, variables);
  const where = given.get('where');
  if (isPlainObject(where)) found.filters.push(...rootFilters(where, cubes, variables.limits));
  const orderBy = given.get('orderBy');
  if (isPlainObject(orderBy)) {
    for (const [name, value] of orderBy) {
      const cube = cubes.get(name);
      if (cube && isPlainObject(value)) found.order.push(...orderOf(value, cube));
    }
  }
  const row = rowOf(nodes, { built, selecting, variables }, found);
  return { key, row, parameters: parametersOf(given, found, built) };
}

function rowOf(
  nodes: readonly FieldNode[],
  { built, selecting, variables }: Omit<FieldToPlan, 'key' | 'nodes'>,
  found: FieldParts,
): readonly AnswerNode[] {
  const narrowed = new Map<string, boolean>();
  return [...collectFields(below(nodes), selecting)].map(([key, own]): AnswerNode => {
    const field = nameOf(own);
    if (field === '__typename') return { kind: 'typename', key, name: 'Result' };
    const cube = built.cubes.get(field);
    if (!cube) throw new Error(`the schema has no cube '${field}'`);
    const given = argumentsOf(own, variables);
    const narrows = given.size > 0;
    // Both would narrow the one query that answers them.
    if (narrowed.has(field) && (narrows || narrowed.get(field))) {
      const message = `"${field}" is asked for twice, with arguments; write them as arguments of two cube fields`;
      throw new GraphQLError(message, { nodes: own });
    }
    narrowed.set(field, narrows);
    const where = given.get('where');
    if (isPlainObject(where)) found.filters.push(...cubeFilters(where, cube, variables.limits));
    const orderBy = given.get('orderBy');
    if (isPlainObject(orderBy)) found.order.push(...orderOf(orderBy, cube));
    const typeName = built.typeNames.get(field) ?? field;
    return { kind: 'object', key, fields: membersOf(own, cube, typeName, selecting, found) };
  });
}

function membersOf(
  nodes: readonly FieldNode[],
  { members }: SchemaCube,
  typeName: string,
  selecting: Selecting,
  found: FieldParts,
): readonly AnswerNode[] {
  return [...collectFields(below(nodes), selecting)].map(([key, own]): AnswerNode => {
    const field = nameOf(own);
    if (field === '__typename') return { kind: 'typename', key, name: typeName };
    const member = members.get(field);
    if (!member) throw new Error(`the schema has no member '${field}'`);
    if (member.type === 'time') return { kind: 'object', key, fields: timesOf(own, member, selecting, found) };
    (member.isMeasure ? found.measures : found.dimensions).add(member.name);
    return { kind: 'value', key, column: member.name, as: member.type };
  });
}

function timesOf(
  nodes: readonly FieldNode[],
  { name, isMeasure, times }: SchemaMember,
  selecting: Selecting,
  found: FieldParts,
): readonly AnswerNode[] {
  return [...collectFields(below(nodes), selecting)].map(([key, own]): AnswerNode => {
    const granularity = nameOf(own);
    if (granularity === '__typename') return { kind: 'typename', key, name: times?.name ?? 'TimeDimension' };
    if (granularity === 'value') {
      (isMeasure ? found.measures : found.dimensions).add(name);
      return { kind: 'value', key, column: name, as: 'instant' };
    }
    if (isMeasure)
      throw new GraphQLError(`"${name}" is a measure, which has a value and no ${granularity}`, { nodes: own });
    const column = `${name}.${granularity}`;
    found.times.set(column, { dimension: name, granularity });
    return { kind: 'value', key, column, as: 'instant' };
  });
}

function argumentsOf(nodes: readonly FieldNode[], variables: PlainVariables): PlainMap {
  const [first] = nodes; // others of the same name have the same arguments, or the document is not valid
  return new Map(
    (first?.arguments ?? []).flatMap(({ name, value }) => {
      const plain = plainValue(value, variables);
      const isGiven = plain !== undefined && (plain !== null || name.value === 'fillWith');
      return isGiven ? [[name.value, plain] as const] : [];
    }),
  );
}

function orderOf(orderBy: PlainMap, { members }: SchemaCube): [string, 'asc' | 'desc'][] {
  return [...orderBy].flatMap(([field, direction]): [string, 'asc' | 'desc'][] => {
    const member = members.get(field);
    return member && (direction === 'asc' || direction === 'desc') ? [[member.name, direction]] : [];
  });
}

function parametersOf(given: PlainMap, found: FieldParts, { cubes }: BuiltSchema): Readonly<Record<string, unknown>> {
  const { filters, timeDimensions } = withRanges(found, cubes);
  const { order } = found;
  const set = <T>(name: string, value: T | undefined) => (value === undefined ? {} : { [name]: value });
  const query = {
    measures: [...found.measures],
    dimensions: [...found.dimensions],
    timeDimensions,
    filters,
    ...(order.length > 0 ? { order } : {}),
    ...set('limit', numberOf(given.get('limit'))),
    ...set('offset', numberOf(given.get('offset'))),
    ...set('timezone', given.get('timezone')),
    ...set('renewQuery', booleanOf(given.get('renewQuery'))),
    ...set('ungrouped', booleanOf(given.get('ungrouped'))),
    ...set('fillMissing', booleanOf(given.get('fillMissing'))),
    ...set('fillWith', given.get('fillWith') === null ? null : numberOf(given.get('fillWith'))),
  };
  return { query, ...set('cache', given.get('cache')) };
}

/**
 * The first `inDateRange` of a time that every row has to be in is the range of the time dimension: only there may it be a
 * phrase.
 */
function withRanges({ filters, times }: FieldParts, cubes: ReadonlyMap<string, SchemaCube>) {
  const ranges = new Map<string, string | string[]>();
  const rest = filters.filter((filter) => {
    if (!('member' in filter) || filter.operator !== 'inDateRange' || ranges.has(filter.member)) return true;
    const values = (filter.values ?? []).filter((value) => typeof value === 'string');
    const [first, second, ...more] = values;
    if (first === undefined || more.length > 0 || isMeasure(filter.member, cubes)) return true;
    ranges.set(filter.member, second === undefined ? first : [first, second]);
    return false;
  });
  const timeDimensions = [...times.values()].map((time): WireTimeDimension => {
    const dateRange = ranges.get(time.dimension);
    ranges.delete(time.dimension);
    return dateRange === undefined ? time : { ...time, dateRange };
  });
  const only = [...ranges].map(([dimension, dateRange]) => ({ dimension, dateRange }));
  return { filters: rest, timeDimensions: [...timeDimensions, ...only] };
}

function isMeasure(name: string, cubes: ReadonlyMap<string, SchemaCube>): boolean {
  return [...cubes.values()].some(({ members }) =>
    [...members.values()].some((member) => member.name === name && member.isMeasure),
  );
}

function numberOf(value: Plain | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function booleanOf(value: Plain | undefined): boolean | undefined {
  return value === undefined ? undefined : value === true || value === 'true';
}

function nameOf([first]: readonly FieldNode[]): string {
  return first?.name.value ?? '';
}
