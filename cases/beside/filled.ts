import { bucketOf } from '../proof/evaluation.ts';
import { type WorldQuery } from '../proof/answer.ts';
import { endOf, formatReading, instantOf, parseReading } from '../proof/clock.ts';
import { membersOfFilter } from '../proof/filters.ts';
import { findMember, type FoundDimension, holdsReadings, leavesOf } from '../proof/members.ts';
import { columnOfTime, timeColumnsOf } from '../proof/moved-times.ts';
import type { Value, World } from '../proof/world.ts';

type Row = readonly Value[];

/** A question with one granularity, without what cuts its rows or tests its groups. */
export function fillable(world: World, query: WorldQuery): WorldQuery | undefined {
  const { limit: _, offset: __, ungrouped: ___, order: ____, ...whole } = query;
  const [time, ...others] = query.timeDimensions.filter(({ granularity }) => granularity !== undefined);
  if (!time || others.length > 0 || isShownByAnother(world, query, time.dimension)) return undefined;
  // A time that is truncated by itself has fewer buckets than its granularity.
  const found = findMember(world, time.dimension);
  if (found.kind !== 'dimension' || columnOfTime(world, found) === undefined) return undefined;
  const testsGroups = query.filters.flatMap(membersOfFilter).some((id) => findMember(world, id).kind === 'measure');
  return testsGroups ? undefined : { ...whole, order: [] };
}

/** Whether another dimension that shows the same time has a range or is a column, or several ranges are for one time. */
function isShownByAnother(world: World, { dimensions, timeDimensions }: WorldQuery, id: string): boolean {
  const columnsOf = (one: string) => new Set(timeColumnsOf(world, findMember(world, one)));
  const shown = columnsOf(id);
  if (dimensions.some((one) => [...columnsOf(one)].some((column) => shown.has(column)))) return true;
  const ranged = timeDimensions.filter(
    ({ dimension, dateRange }) => dateRange && [...columnsOf(dimension)].some((column) => shown.has(column)),
  );
  return ranged.length > 1 || ranged.some(({ dimension }) => dimension !== id);
}

/**
 * The rows of a question with every bucket, made of its rows without: dimensions first, then the bucket, then measures.
 */
export function filledRows(world: World, query: WorldQuery, rows: readonly Row[]): readonly Row[] {
  const at = query.dimensions.length;
  const time = query.timeDimensions.find(({ granularity }) => granularity !== undefined);
  const found = time && findMember(world, time.dimension);
  if (!time?.granularity || found?.kind !== 'dimension') throw new Error('the question has a bucket');
  const range = query.timeDimensions.find(
    ({ dimension, dateRange }) => dimension === time.dimension && dateRange,
  )?.dateRange;
  const known = rows.flatMap((row) => (row[at] === null ? [] : [parseReading(String(row[at]))]));
  const first = range ? parseReading(range[0]) : Math.min(...known);
  const last = range ? endOf(range[1]) : Math.max(...known);
  const buckets = Number.isFinite(first) ? bucketsBetween(found, time.granularity, first, last) : [];
  const isShown = (bucket: number, next: number) =>
    holdsReadings(world, found) || !isSkipped(query.timezone, bucket, next);
  const shown = buckets.filter((bucket, index) => isShown(bucket, buckets[index + 1] ?? bucket + 1));
  const combinations = new Map(rows.map((row) => [JSON.stringify(row.slice(0, at)), row.slice(0, at)]));
  if (at === 0) combinations.set('[]', []);
  const own = new Map(rows.map((row) => [JSON.stringify(row.slice(0, at + 1)), row]));
  const all = [...combinations.values()].flatMap((key) =>
    shown.flatMap((bucket) => {
      const row = [...key, formatReading(bucket)];
      return own.has(JSON.stringify(row)) ? [] : [[...row, ...query.measures.map(() => null)]];
    }),
  );
  return [...rows, ...all].map((row) =>
    row.map((cell, column) => (column > at ? valueOf(world, query.measures[column - at - 1], cell) : cell)),
  );
}

function valueOf(world: World, id: string | undefined, cell: Value): Value {
  const found = id === undefined ? undefined : findMember(world, id);
  if (cell !== null || found?.kind !== 'measure') return cell;
  const { type, stage } = found.member;
  return ['count', 'count_distinct', 'sum'].includes(stage ? stage.makes : type) ? 0 : null;
}

/** Whether it depends on how windows are written if a measure adds up. */
export function isOverWindows(world: World, { measures }: WorldQuery): boolean {
  return measures.some((id) => {
    const found = findMember(world, id);
    return found.kind === 'measure' && leavesOf(world, found).some(({ member }) => member.window !== undefined);
  });
}

function bucketsBetween(found: FoundDimension, granularity: string, first: number, last: number): readonly number[] {
  const start = (reading: number) => Number(bucketOf(found, granularity, reading));
  const step = stepOf(found, granularity);
  const buckets = [start(first)];
  for (let reading = start(first); reading <= last; reading += step) {
    const bucket = start(reading);
    if (bucket !== buckets.at(-1)) buckets.push(bucket);
  }
  const final = start(last);
  return buckets.at(-1) === final ? buckets : [...buckets, final];
}

const minuteMs = 60_000;

function stepOf({ member }: FoundDimension, granularity: string): number {
  const interval = member.granularities?.find(({ name }) => name === granularity)?.interval;
  const unit = interval?.split(' ')[1] ?? granularity;
  const steps: Readonly<Record<string, number>> = {
    second: 1000,
    minute: minuteMs,
    hour: interval ? 5 * minuteMs : 60 * minuteMs,
  };
  return interval && unit === 'minute' ? 5 * minuteMs : (steps[unit] ?? 24 * 60 * minuteMs);
}

/** Whether no clock of the zone shows a reading of the bucket. */
function isSkipped(zone: string, bucket: number, next: number): boolean {
  for (let reading = bucket; reading < Math.min(next, bucket + 25 * 60 * minuteMs); reading += 5 * minuteMs) {
    try {
      instantOf(zone, reading);
      return false;
    } catch {
      // the clock skips it
    }
  }
  return true;
}
