import { type Column, granularityOf, type Value } from '../column.ts';
import { addBuckets, nextBucket, readCivilTime, readGranularity } from './civil-time.ts';

/** Whether a bucket had begun, and was not over, when its rows were read. */
export function isSoFar(column: Column, value: Value): boolean {
  const [start, now] = [readCivilTime(value), readCivilTime(column.asOf)];
  if (start === undefined || now === undefined || start > now) return false;
  return (endOf(start, column) ?? 0) > now;
}

/** @returns `undefined` for buckets of unknown length */
function endOf(start: number, column: Column): number | undefined {
  const granularity = readGranularity(granularityOf(column));
  if (granularity) return nextBucket(start, granularity);
  const interval = typeof column.granularity === 'object' ? (column.granularity.interval ?? '') : '';
  const parts = [...interval.matchAll(/(\d{1,6})\s*(second|minute|hour|day|week|month|quarter|year)s?\b/gi)];
  if (parts.length === 0) return undefined;
  return parts.reduce((end, [, count, unit = '']) => {
    const each = readGranularity(unit.toLowerCase());
    return each ? addBuckets(end, Number(count), each) : end;
  }, start);
}
