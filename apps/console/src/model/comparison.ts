import type { Query, TimeDimension } from '@orrery/client/data';
import { compares } from '@orrery/charts';

export type QueryDateRange = NonNullable<TimeDimension['dateRange']>;

/** The query of the first range of a comparison; every other query as it is. */
export function firstOfComparison(query: Query): Query {
  return compares(query) ? { ...query, timeDimensions: (query.timeDimensions ?? []).map(firstOf) } : query;
}

/** A time with the first range of those that it compares. */
export function firstOf(entry: TimeDimension): TimeDimension {
  const { compareDateRange, ...rest } = entry;
  const [first] = compareDateRange ?? [];
  return first === undefined ? entry : { ...rest, dateRange: first };
}

/** How a range is compared: with the period before it, with the same days of the year before, or with another range. */
export type ComparedBy = 'period' | 'year';

/** The range before another one, which follows it when that one is relative to today. */
export function rangeBefore(range: QueryDateRange, by: ComparedBy): string {
  const [first = '', last = first] = typeof range === 'string' ? [range, range] : range;
  return `${by} before ${first === last ? first : `${first} to ${last}`}`;
}

/** @returns `undefined` for a range that is not an earlier one of this kind */
export function comparedBy(range: QueryDateRange, other: QueryDateRange): ComparedBy | undefined {
  return (['period', 'year'] as const).find((by) => rangeBefore(range, by) === other);
}
