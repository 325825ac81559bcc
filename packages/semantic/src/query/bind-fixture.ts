import type { Problem } from '../problem/index.ts';
import { openAccess } from './access.ts';
import { indexModel } from '../model/model-index.ts';
import type { Cube, Dimension, Measure, MemberId, Piece, Segment, ValueType, View } from '../model/model.ts';
import { bindQuery } from '../plan/build-plan.ts';
import type { BindContext } from './bind.ts';
import type { BoundQuery, Query, QueryFilter } from './query.ts';
import type { Instant, Zone } from '../time/instant.ts';

interface MemberOptions {
  readonly isPublic?: boolean;
}

function face(cube: string, name: string, { isPublic = true }: MemberOptions) {
  return { id: `${cube}.${name}` as MemberId, name, title: name, shortTitle: name, isPublic };
}

const sql = { parts: [] };

export function dimension(cube: string, name: string, type: ValueType, options: MemberOptions = {}): Dimension {
  return {
    ...face(cube, name, options),
    kind: 'dimension',
    type,
    isPrimaryKey: name === 'id',
    suggestsFilterValues: true,
    expression: { kind: 'sql', sql },
  };
}

export function measure(cube: string, name: string, type: ValueType, options: MemberOptions = {}): Measure {
  return {
    ...face(cube, name, options),
    kind: 'measure',
    type,
    aggregateType: 'sum',
    measureClass: 'distributive',
    drillMembers: [],
    expression: { kind: 'aggregate', function: 'sum', sql, filters: [] },
  };
}

export function segment(cube: string, name: string, options: MemberOptions = {}): Segment {
  return { ...face(cube, name, options), kind: 'segment', expression: { kind: 'sql', sql } };
}

type Members = Pick<Piece, 'dimensions' | 'measures'> & Partial<Pick<Piece, 'segments' | 'isPublic'>>;

export function cube(name: string, members: Members): Cube {
  return {
    kind: 'cube',
    name,
    title: name,
    isPublic: true,
    file: `${name}.yml`,
    hash: name,
    segments: [],
    hierarchies: [],
    ...members,
    source: { kind: 'table', table: sql },
    alias: name,
    dataSource: 'default',
    joins: [],
    primaryKey: [],
    preAggregations: [],
  };
}

const orders = cube('orders', {
  dimensions: [
    dimension('orders', 'id', 'number', { isPublic: false }),
    dimension('orders', 'status', 'string'),
    dimension('orders', 'amount', 'number'),
    dimension('orders', 'is_paid', 'boolean'),
    dimension('orders', 'created_at', 'time'),
    dimension('orders', 'created_at_day', 'string'),
  ],
  measures: [
    measure('orders', 'count', 'number'),
    measure('orders', 'total', 'number'),
    measure('orders', 'last_at', 'time'),
    measure('orders', 'top_status', 'string'),
  ],
  segments: [segment('orders', 'completed'), segment('orders', 'secret', { isPublic: false })],
});

const users = cube('users', {
  dimensions: [dimension('users', 'city', 'string'), dimension('users', 'tax_id', 'string')],
  measures: [],
});

const vault = cube('vault', {
  isPublic: false,
  dimensions: [dimension('vault', 'code', 'string')],
  measures: [measure('vault', 'count', 'number')],
});

const overview: View = {
  kind: 'view',
  joinPaths: [],
  name: 'overview',
  title: 'Overview',
  isPublic: true,
  file: 'overview.yml',
  hash: 'overview',
  dimensions: [
    {
      ...dimension('overview', 'status', 'string'),
      expression: { kind: 'alias', member: 'orders.status' as MemberId, path: ['orders'] },
    },
  ],
  measures: [],
  segments: [],
  hierarchies: [],
  folders: [],
  defaultFilters: [],
  groups: [],
};

/**
 * `orders` with one member of each type, `users` with a hidden member, a cube and a member that are not public, a view.
 */
export const sampleModel = indexModel([orders, users, vault, overview], [{ name: 'broken', problems: [] }]);

/** A Wednesday. */
export const sampleContext: BindContext = {
  now: Date.parse('2024-05-15T10:20:30Z') as Instant,
  access: { ...openAccess, hidden: new Set(['users.tax_id' as MemberId]) },
  defaultZone: 'UTC' as Zone,
  defaultLimit: 10_000,
  maxLimit: 50_000,
};

const nothing: Query = { measures: [], dimensions: [], segments: [], timeDimensions: [], filters: [] };

export function bindSample(query: Partial<Query>, context: Partial<BindContext> = {}) {
  return bindQuery({ ...nothing, ...query }, sampleModel, { ...sampleContext, ...context });
}

/** @throws when the query has problems */
export function bound(query: Partial<Query>, context?: Partial<BindContext>): BoundQuery {
  const outcome = bindSample(query, context);
  if (!outcome.ok) throw new Error(outcome.problems.map((one) => one.message).join('; '));
  return outcome.value;
}

export function problemsOf(query: Partial<Query>, context?: Partial<BindContext>): readonly Problem[] {
  const outcome = bindSample(query, context);
  return outcome.ok ? [] : outcome.problems;
}

/** Path and message of each problem. */
export function saidAbout(
  query: Partial<Query>,
  context?: Partial<BindContext>,
): readonly (readonly [string, string])[] {
  return problemsOf(query, context).map(({ at, message }) => [at?.kind === 'request' ? at.path : '', message]);
}

export function filter(
  member: string,
  operator: (QueryFilter & { kind: 'member' })['operator'],
  ...values: readonly (string | null)[]
): QueryFilter & { kind: 'member' } {
  return { kind: 'member', member, operator, ...(values.length === 0 ? {} : { values }) };
}
