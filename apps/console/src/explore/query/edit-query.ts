import type { Filter, Query } from '@orrery/client/data';
import { firstOf, type QueryDateRange } from '../../model/comparison.ts';
import type { QueryableMember } from '../../model/views.ts';
import { type Direction, fieldOf, keyOf, type FieldOrder, orderOf } from './fields.ts';

/** A list without what is empty, so that a query stays short in its address. */
function withList<Key extends 'measures' | 'dimensions' | 'filters' | 'segments' | 'timeDimensions'>(
  query: Query,
  key: Key,
  list: NonNullable<Query[Key]>,
): Query {
  const { [key]: _, ...rest } = query;
  return list.length === 0 ? rest : { ...rest, [key]: list };
}

/** Puts a member where it belongs: measures to measures, times by a granularity, segments to segments. */
export function addMember(query: Query, { name, kind }: Pick<QueryableMember, 'name' | 'kind'>): Query {
  switch (kind) {
    case 'measure':
      return has(query, name) ? query : withList(query, 'measures', [...(query.measures ?? []), name]);
    case 'segment':
      return withList(query, 'segments', [...new Set([...(query.segments ?? []), name])]);
    case 'time': {
      if (has(query, name)) return query;
      return withList(query, 'dimensions', [...(query.dimensions ?? []), keyOf(name, granularityFor(query, name))]);
    }
    default:
      return has(query, name) ? query : withList(query, 'dimensions', [...(query.dimensions ?? []), name]);
  }
}

/** Whether a query shows a member, or keeps to a segment. */
export function has({ measures = [], dimensions = [], segments = [] }: Query, member: string): boolean {
  return (
    measures.includes(member) || segments.includes(member) || dimensions.some((key) => fieldOf(key).member === member)
  );
}

/** Takes a member out of what is shown, with the order by it. Its filters stay: they are of their own. */
export function removeMember(query: Query, member: string): Query {
  const keep = (name: string) => fieldOf(name).member !== member;
  const shown = withList(query, 'measures', (query.measures ?? []).filter(keep));
  const grouped = withList(shown, 'dimensions', (query.dimensions ?? []).filter(keep));
  const segments = withList(grouped, 'segments', (query.segments ?? []).filter(keep));
  return withOrder(
    segments,
    orderOf(query).filter(([name]) => keep(name)),
  );
}

/** Moves a measure, or a dimension, among its kind. */
export function moveMember(query: Query, key: string, by: -1 | 1): Query {
  for (const list of ['measures', 'dimensions'] as const) {
    const names = [...(query[list] ?? [])];
    const at = names.indexOf(key);
    const to = at + by;
    if (at < 0 || to < 0 || to >= names.length) continue;
    names.splice(at, 1);
    names.splice(to, 0, key);
    return withList(query, list, names);
  }
  return query;
}

export function setGranularity(query: Query, key: string, granularity: string | undefined): Query {
  const next = keyOf(fieldOf(key).member, granularity);
  const dimensions = (query.dimensions ?? []).map((each) => (each === key ? next : each));
  const order = orderOf(query).map(([name, direction]) => [name === key ? next : name, direction] as const);
  return withOrder(withList(query, 'dimensions', [...new Set(dimensions)]), order);
}

function withOrder(query: Query, order: FieldOrder): Query {
  const { order: _, ...rest } = query;
  return order.length === 0 ? rest : { ...rest, order: order.map(([member, direction]) => [member, direction]) };
}

/** Sorts by a column before all others; `undefined`: no longer by it. */
export function sortBy(query: Query, key: string, direction: Direction | undefined): Query {
  const others = orderOf(query).filter(([name]) => name !== key);
  return withOrder(query, direction === undefined ? others : [[key, direction], ...others]);
}

/** @param at position of the filter, one after the last to add it; without a filter it is taken out */
export function setFilter(query: Query, at: number, filter: Filter | undefined): Query {
  const filters = [...(query.filters ?? [])];
  if (filter === undefined) filters.splice(at, 1);
  else filters.splice(at, 1, filter);
  return withList(query, 'filters', filters);
}

/** The range that a query keeps to; of a comparison, the first one. */
export function rangeOf({ timeDimensions = [] }: Query, dimension: string): QueryDateRange | undefined {
  const entry = timeDimensions.find((each) => each.dimension === dimension);
  return entry && firstOf(entry).dateRange;
}

/** The ranges that the range of a time is compared with. */
export function comparedRangesOf({ timeDimensions = [] }: Query, dimension: string): readonly QueryDateRange[] {
  return timeDimensions.find((each) => each.dimension === dimension)?.compareDateRange?.slice(1) ?? [];
}

/** @param compared ranges that it is compared with: one time at a time */
export function setRange(
  query: Query,
  dimension: string,
  dateRange: QueryDateRange | undefined,
  compared: readonly QueryDateRange[] = [],
): Query {
  const rest = (query.timeDimensions ?? []).filter((each) => each.dimension !== dimension);
  if (dateRange === undefined) return withList(query, 'timeDimensions', rest);
  if (compared.length === 0) return withList(query, 'timeDimensions', [...rest, { dimension, dateRange }]);
  const own = { dimension, compareDateRange: [dateRange, ...compared] };
  return withList(query, 'timeDimensions', [...rest.map(firstOf), own]);
}

/** @param limit `undefined`: that of the model */
export function setLimit({ limit: _, ...query }: Query, limit: number | undefined): Query {
  return limit === undefined ? query : { ...query, limit };
}

const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
/** Granularity in which a phrase over a number of units has some tens of buckets. */
const fits: Readonly<Record<(typeof units)[number], readonly [few: string, many: string]>> = {
  hour: ['minute', 'hour'],
  day: ['hour', 'day'],
  week: ['day', 'week'],
  month: ['day', 'month'],
  quarter: ['month', 'month'],
  year: ['month', 'quarter'],
};
const fewUnits = 2;

/** The granularity that fits the range of a time: months unless the range says something else. */
export function granularityFor(query: Query, dimension: string): string {
  const range = rangeOf(query, dimension);
  if (typeof range === 'string') {
    if (range === 'today' || range === 'yesterday') return 'hour';
    const [, count = '1', unit] =
      /(?:last|next|this)\s+(\d+)?\s*(hour|day|week|month|quarter|year)s?$/i.exec(range) ?? [];
    const known = units.find((each) => each === unit?.toLowerCase());
    if (known) return fits[known][Number(count) <= fewUnits ? 0 : 1];
  } else if (range) {
    const [from, to = from] = range;
    const days = (Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000;
    return days <= 2 ? 'hour' : days <= 62 ? 'day' : days <= 200 ? 'week' : days <= 1_500 ? 'month' : 'quarter';
  }
  return 'month';
}
