import type { CacheMode, WireQuery } from '@orrery/contract';
import type { RequestedQuery } from './query-request.ts';

/** Builds one query for each range of the time dimension that compares some; its `dateRange` is dropped. */
export function compareRanges(query: WireQuery, cacheMode: CacheMode): readonly RequestedQuery[] {
  const timeDimensions = query.timeDimensions ?? [];
  const position = timeDimensions.findIndex(({ compareDateRange }) => compareDateRange !== undefined);
  const ranges = timeDimensions[position]?.compareDateRange ?? [];
  return ranges.map((dateRange, index): RequestedQuery => {
    const compared = timeDimensions.map((entry, at) => {
      const { compareDateRange: _, ...others } = entry;
      return at === position ? { ...others, dateRange } : others;
    });
    return {
      query: { ...query, timeDimensions: compared },
      cacheMode,
      mark: { kind: 'range', position },
      place: { kind: 'range', position, index },
    };
  });
}
