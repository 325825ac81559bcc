import type { WireFilter, WireFilterValue, WireQuery } from '@orrery/contract';
import type { Query, QueryFilter, QueryOrder, QueryTimeDimension } from '@orrery/semantic';

/** Converts a validated query of a request into the planner's form. */
export function toQuery(wire: WireQuery): Query {
  const { plain, buckets } = splitDimensions(wire.dimensions ?? []);
  return {
    measures: wire.measures ?? [],
    dimensions: plain,
    segments: wire.segments ?? [],
    timeDimensions: [...(wire.timeDimensions ?? []).map(toTimeDimension), ...buckets],
    filters: (wire.filters ?? []).map(toFilter),
    ...(wire.order === undefined ? {} : { order: toOrder(wire.order) }),
    ...(wire.limit === undefined ? {} : { limit: wire.limit }),
    ...(wire.offset === undefined ? {} : { offset: wire.offset }),
    ...(wire.timezone === undefined ? {} : { timezone: wire.timezone }),
    ...(wire.ungrouped === undefined ? {} : { ungrouped: wire.ungrouped }),
    ...(wire.fillMissing === undefined ? {} : { fillMissing: wire.fillMissing }),
    ...(wire.fillWith === undefined ? {} : { fillWith: wire.fillWith }),
    ...(wire.joinHints === undefined ? {} : { joinHints: wire.joinHints }),
  };
}

/** `orders.created_at.day` among the dimensions is a time dimension with a granularity. */
function splitDimensions(dimensions: readonly string[]): {
  readonly plain: readonly string[];
  readonly buckets: readonly QueryTimeDimension[];
} {
  const plain: string[] = [];
  const buckets: QueryTimeDimension[] = [];
  for (const [index, name] of dimensions.entries()) {
    const [cube, member, granularity] = name.split('.');
    if (granularity === undefined) plain.push(name);
    else buckets.push({ dimension: `${cube}.${member}`, granularity, path: `dimensions[${index}]` });
  }
  return { plain, buckets };
}

function toTimeDimension(entry: NonNullable<WireQuery['timeDimensions']>[number]): QueryTimeDimension {
  return {
    dimension: entry.dimension,
    ...(entry.granularity === undefined ? {} : { granularity: entry.granularity }),
    ...(entry.dateRange === undefined ? {} : { dateRange: entry.dateRange }),
  };
}

function toFilter(filter: WireFilter): QueryFilter {
  if ('or' in filter) return { kind: 'or', filters: filter.or.map(toFilter) };
  if ('and' in filter) return { kind: 'and', filters: filter.and.map(toFilter) };
  return {
    kind: 'member',
    member: 'member' in filter ? filter.member : filter.dimension,
    ...('per' in filter && filter.per !== undefined ? { per: filter.per } : {}),
    operator: filter.operator,
    ...(filter.values === undefined ? {} : { values: filter.values.map(toText) }),
  };
}

function toText(value: WireFilterValue): string | null {
  return value === null ? null : String(value);
}

function toOrder(order: NonNullable<WireQuery['order']>): readonly QueryOrder[] {
  const pairs = Array.isArray(order) ? order : Object.entries(order);
  return pairs.map(([member, direction]) => ({ member, descending: direction === 'desc' }));
}

/** Converts the planner's filter into the form of requests: `member` only, values as text. */
export function fromFilter(filter: QueryFilter): WireFilter {
  switch (filter.kind) {
    case 'or':
      return { or: filter.filters.map(fromFilter) };
    case 'and':
      return { and: filter.filters.map(fromFilter) };
    case 'member':
      return {
        member: filter.member,
        ...(filter.per === undefined ? {} : { per: filter.per }),
        operator: filter.operator,
        ...(filter.values === undefined ? {} : { values: [...filter.values] }),
      };
    case 'expression':
      throw new Error('an expression has no form in requests');
  }
}
