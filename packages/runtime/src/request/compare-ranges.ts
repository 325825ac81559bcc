import type { CacheMode, WireQuery } from '@orrery/contract';
import { isBefore, readDerivedRange, soFar } from '@orrery/semantic';
import type { RequestedQuery } from './query-request.ts';

/**
 * Builds one query for each range of the time dimension that compares some; its `dateRange` is dropped. A range that is
 * compared with the one before it, or with itself a year earlier, ends now where it is not over, as those do.
 */
export function compareRanges(query: WireQuery, cacheMode: CacheMode): readonly RequestedQuery[] {
  const timeDimensions = query.timeDimensions ?? [];
  const position = timeDimensions.findIndex(({ compareDateRange }) => compareDateRange !== undefined);
  const ranges = timeDimensions[position]?.compareDateRange ?? [];
  return ranges.map((range, index): RequestedQuery => {
    const dateRange = isBase(range, ranges) ? soFar(wordsOf(range)) : range;
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

type WireDateRange = NonNullable<NonNullable<WireQuery['timeDimensions']>[number]['dateRange']>;

function wordsOf(range: WireDateRange): string {
  if (typeof range === 'string') return range;
  const [first = '', last = first] = range;
  return first === last ? first : `${first} to ${last}`;
}

/** Whether another range says that it is before this one. */
function isBase(range: WireDateRange, ranges: readonly WireDateRange[]): boolean {
  const words = plain(wordsOf(range));
  return ranges.some((other) => {
    const derived = typeof other === 'string' ? readDerivedRange(other) : undefined;
    return derived !== undefined && isBefore(derived) && plain(derived.text) === words;
  });
}

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
