import type { Filter, Query } from '@orrery/client/data';
import type { MemberFilter } from '../../model/filter-values.ts';
import type { QueryableMember, QueryableView } from '../../model/views.ts';

export type Direction = 'asc' | 'desc';
export type FieldOrder = readonly (readonly [member: string, direction: Direction])[];

/** A dimension that a query is grouped by, a time by its granularity. */
export interface QueryField {
  readonly member: string;
  readonly granularity: string | undefined;
  /** The name of the field in the query: `sales.ordered_at.month`. */
  readonly key: string;
}

/** Reads a name of a dimension in a query: view, member, and for times a granularity. */
export function fieldOf(key: string): QueryField {
  const [view = '', member = '', ...granularity] = key.split('.');
  return {
    key,
    member: `${view}.${member}`,
    granularity: granularity.length > 0 ? granularity.join('.') : undefined,
  };
}

export function keyOf(member: string, granularity: string | undefined): string {
  return granularity === undefined ? member : `${member}.${granularity}`;
}

export const dimensionFields = ({ dimensions = [] }: Query): readonly QueryField[] => dimensions.map(fieldOf);

/** Names of all members of a query: those that it shows, and those of its conditions. */
export function queryMembers(query: Query): readonly string[] {
  const { measures = [], segments = [], timeDimensions = [], filters = [] } = query;
  return [
    ...new Set([
      ...dimensionFields(query).map(({ member }) => member),
      ...measures,
      ...segments,
      ...timeDimensions.map(({ dimension }) => dimension),
      ...filters.flatMap(membersOfFilter),
    ]),
  ];
}

/** Whether a filter tests a member as it is, not a measure of each entity: only those are edited. */
export function isMemberFilter(filter: Filter): filter is MemberFilter {
  return 'operator' in filter && !('per' in filter && filter.per);
}

export function memberOf(filter: MemberFilter): string {
  return 'member' in filter ? filter.member : filter.dimension;
}

export function membersOfFilter(filter: Filter): readonly string[] {
  if ('or' in filter) return filter.or.flatMap(membersOfFilter);
  if ('and' in filter) return filter.and.flatMap(membersOfFilter);
  // A measure, and the dimension for each of whose values it is tested.
  return [memberOf(filter), 'per' in filter && filter.per].filter((name) => typeof name === 'string');
}

export function isEmpty({ measures = [], dimensions = [], timeDimensions = [] }: Query): boolean {
  return measures.length + dimensions.length === 0 && !timeDimensions.some(({ granularity }) => granularity);
}

export function memberNamed(view: QueryableView, name: string): QueryableMember | undefined {
  return view.members.find((member) => member.name === name);
}

/** The view that a query is about: that of its first member. */
export function viewNameIn({
  measures = [],
  dimensions = [],
  timeDimensions = [],
  filters = [],
}: Query): string | undefined {
  const [filter] = filters;
  const first =
    measures[0] ?? dimensions[0] ?? timeDimensions[0]?.dimension ?? (filter && 'member' in filter ? filter.member : '');
  return first === '' ? undefined : first?.split('.')[0];
}

/** The order of a query, first things first. */
export function orderOf({ order = [] }: Query): FieldOrder {
  return Array.isArray(order) ? (order as FieldOrder) : (Object.entries(order) as FieldOrder); // both forms of the wire
}

/**
 * A query in the one form that is edited here: times that are grouped by are dimensions with a granularity, in the order
 * of the columns, `timeDimensions` has ranges only, and the order is a list.
 */
export function inOneForm(query: Query): Query {
  const { timeDimensions = [], dimensions = [], order: _, ...rest } = query;
  const order = orderOf(query);
  const grouped = timeDimensions.flatMap(({ dimension, granularity }) =>
    granularity === undefined ? [] : [keyOf(dimension, granularity)],
  );
  const ranges = timeDimensions.filter(({ dateRange, compareDateRange }) => dateRange ?? compareDateRange);
  const all = [...new Set([...grouped, ...dimensions])];
  return {
    ...rest,
    ...(all.length > 0 ? { dimensions: all } : {}),
    ...(ranges.length > 0 ? { timeDimensions: ranges.map(({ granularity: __, ...range }) => range) } : {}),
    ...(order.length > 0 ? { order: order.map(([member, direction]) => [member, direction]) } : {}),
  };
}
