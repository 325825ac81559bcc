import type { CacheMode, WireQuery } from '@orrery/contract';
import type { AskedQuery } from './asked-query.ts';

/** Builds one query for each range of the time dimension that compares some; its `dateRange` is dropped. */
export function compareRanges(query: WireQuery, cacheMode: CacheMode): readonly AskedQuery[] {
  const timeDimensions = query.timeDimensions ?? [];
  const position = timeDimensions.findIndex(({ compareDateRange }) => compareDateRange !== undefined);
  const ranges = timeDimensions[position]?.compareDateRange ?? [];
  return ranges.map((dateRange, index): AskedQuery => {
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
