import type { QueryDateRange } from '../../model/comparison.ts';

const dayOf = (end: string | undefined): string => (end ?? '').slice(0, 10);

/** The days from which and to which a range is, empty where it is a phrase. */
export function daysOf(range: QueryDateRange | undefined): readonly [from: string, to: string] {
  if (typeof range !== 'object') return ['', ''];
  const [first, last = first] = range;
  return [dayOf(first), dayOf(last)];
}

/** A range of days. Ends that were given with a time of day keep it, unless their day is another one. */
export function rangeOfDays(range: QueryDateRange | undefined, from: string, to: string): QueryDateRange {
  if (typeof range !== 'object') return [from, to];
  const [first = from, last = first] = range;
  const [firstDay, lastDay] = daysOf(range);
  if (from === firstDay && to === lastDay) return range;
  return [from === firstDay ? first : from, to === lastDay ? last : to];
}
