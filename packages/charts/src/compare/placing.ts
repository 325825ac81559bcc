import type { Value } from '../column.ts';
import {
  addBuckets,
  bucketsBetween,
  bucketStart,
  type ChartGranularity,
  nextBucket,
  readCivilTime,
} from '../format/index.ts';
import { areAlikeRanges, type ComparedRange } from './range.ts';

export interface RangePlacing {
  readonly of: ComparedRange;
  /** The first range, at whose buckets those of the others stand. */
  readonly base: ComparedRange;
  readonly granularity: ChartGranularity;
}

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/**
 * Finds the bucket of the first range that corresponds to a bucket of another range. It has the same date where the
 * ranges are whole years apart, the same day of the week for weeks, and otherwise the same position counted from the
 * start. The 29th of February has no counterpart in a year without one: it becomes a date between its neighbours that
 * does not exist, so that no other bucket is replaced.
 */
export function placedTime(value: Value, { of, base, granularity }: RangePlacing): Value {
  const time = readCivilTime(value);
  if (time === undefined || of === base) return value;
  const years = yearsBetween(of, base);
  if (years === undefined) {
    const place = bucketsBetween(bucketStart(of.from, granularity), time, granularity);
    return writtenTime(addBuckets(bucketStart(base.from, granularity), place, granularity));
  }
  if (granularity === 'week') return writtenTime(time + Math.round((base.from - of.from) / weekMs) * weekMs);
  const later = yearsLater(time, years);
  if (later !== undefined) return writtenTime(later);
  const text = writtenTime(time);
  return `${Number(text.slice(0, 4)) + years}${text.slice(4)}`;
}

/** Whether two buckets cover as much of their ranges: a whole week is no like of the two days with which a month begins. */
export function areAlike(value: Value, placed: Value, { of, base, granularity }: RangePlacing): boolean {
  const [one, other] = [coverOf(value, of, granularity), coverOf(placed, base, granularity)];
  if (one === other) return true;
  // 30 days of March are compared with all of February: there is no more of it.
  const isAllThereIs = base.to < base.wholeTo && of.to === of.wholeTo && areAlikeRanges(of, base);
  return (
    isAllThereIs && isOfMonths(granularity) && isEndOf(value, of, granularity) && isEndOf(placed, base, granularity)
  );
}

const isOfMonths = (granularity: ChartGranularity): boolean => ['month', 'quarter', 'year'].includes(granularity);

/** Whether a bucket begins in a range, and the range ends in it. */
function isEndOf(value: Value, { from, to }: ComparedRange, granularity: ChartGranularity): boolean {
  const start = readCivilTime(value);
  return start !== undefined && start >= from && start <= to && to < nextBucket(start, granularity);
}

/** Milliseconds of a bucket in its range; of a whole bucket nothing, whatever its length. */
function coverOf(value: Value, { from, to }: ComparedRange, granularity: ChartGranularity): number | undefined {
  const start = readCivilTime(value);
  if (start === undefined) return undefined;
  const end = nextBucket(start, granularity);
  return start >= from && end <= to + 1 ? undefined : Math.min(end, to + 1) - Math.max(start, from);
}

export const writtenTime = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

/** @returns how many years, where both ends of the ranges are exactly that far apart */
function yearsBetween(of: ComparedRange, base: ComparedRange): number | undefined {
  const years = new Date(base.from).getUTCFullYear() - new Date(of.from).getUTCFullYear();
  const isApart = yearsLater(of.from, years) === base.from && yearsLater(of.wholeTo + 1, years) === base.wholeTo + 1;
  return years !== 0 && isApart ? years : undefined;
}

function yearsLater(ms: number, years: number): number | undefined {
  const time = new Date(ms);
  const day = time.getUTCDate();
  time.setUTCFullYear(time.getUTCFullYear() + years);
  return time.getUTCDate() === day ? time.getTime() : undefined;
}
