import type { QueryEcho, WireQuery } from '@orrery/contract';
import type { BoundQuery, Query } from '@orrery/semantic';
import { fromFilter } from '../request/index.ts';

/**
 * The interpreted query, in the contract's order of keys: ranges resolved, limit filled in. The default order is not
 * shown.
 *
 * @param query the query that `bound` was bound from
 */
export function presentEcho(wire: WireQuery, query: Query, bound: BoundQuery): QueryEcho {
  if (bound.limit === undefined) throw new Error('a query of the wire has a limit');
  return {
    ...(wire.measures ? { measures: wire.measures } : {}),
    dimensions: query.dimensions.map((item) => (typeof item === 'string' ? item : item.name)),
    timeDimensions: query.timeDimensions.map((entry, index) => {
      const range = bound.dateRanges[index];
      return {
        dimension: entry.dimension,
        ...(entry.granularity === undefined ? {} : { granularity: entry.granularity }),
        ...(range ? { dateRange: [range.from, range.to] } : {}),
        ...(range?.wholeTo === undefined ? {} : { partOf: [range.from, range.wholeTo] }),
      };
    }),
    ...(wire.segments ? { segments: wire.segments } : {}),
    limit: bound.limit,
    ...(wire.offset === undefined ? {} : { offset: wire.offset }),
    ...(wire.total === undefined ? {} : { total: wire.total }),
    timezone: bound.zone,
    ...(wire.ungrouped === undefined ? {} : { ungrouped: wire.ungrouped }),
    ...(wire.fillMissing === undefined ? {} : { fillMissing: wire.fillMissing }),
    ...(wire.fillWith === undefined ? {} : { fillWith: wire.fillWith }),
    ...(wire.responseFormat ? { responseFormat: wire.responseFormat } : {}),
    filters: query.filters.map(fromFilter),
    rowLimit: bound.limit,
    ...(query.order ? { order: query.order.map(({ member, descending }) => ({ id: member, desc: descending })) } : {}),
  };
}
