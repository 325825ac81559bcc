import { bucketLengthMs, bucketRule, describeGranularity, nameOfGranularity } from '../model/granularity.ts';
import type { Granularity, MemberId, RollingWindow } from '../model/model.ts';
import { fail, type Outcome, problem, succeed } from '../problem/problem.ts';
import { type BucketRule, bucketNumber, bucketStart } from '../time/bucket-rule.ts';
import { type Clock, civilOf, dayMs } from '../time/clock.ts';
import { startOfUnit } from '../time/clock-units.ts';
import { addInterval, type Interval } from '../time/interval.ts';
import type { Instant, Zone } from '../time/instant.ts';
import { clockToInstant, instantToClock, transitionsBetween } from '../time/zone.ts';
import { at } from './at.ts';
import type { Grouping } from './grouping.ts';
import type { InstantSpan, PlanCondition, PlanExpression, SeriesExtent, WindowBound } from './plan.ts';

/** What a window follows: the buckets of one time of a question. */
export interface TimeAxis {
  /** Of the finest bucket in `grouping.by`. */
  readonly index: number;
  /** Coarser buckets of the same time, by their index. */
  readonly coarser: readonly number[];
  readonly granularity: Granularity;
  readonly rule: BucketRule;
  /** The stored instant. */
  readonly operand: PlanExpression;
  readonly zone: Zone;
}

type Period = Extract<PlanCondition, { kind: 'range' }>;

/** More than these make no chart, and a machine busy. */
const maxBuckets = 50_000;

/**
 * The time that windows follow: the first one that the question has a granularity of, in its finest one.
 *
 * @returns nothing when there is no granularity
 */
export function findAxis(grouping: Grouping, leaf: MemberId): Outcome<TimeAxis | undefined> {
  const buckets = grouping.by.flatMap(({ expression }, index) =>
    expression.kind === 'bucket' ? [{ bucket: expression, index }] : [],
  );
  const [first] = buckets;
  if (!first) return succeed(undefined);
  const own = buckets
    .filter(({ bucket }) => isSame(bucket.operand, first.bucket.operand) && bucket.zone === first.bucket.zone)
    .toSorted((a, b) => bucketLengthMs(a.bucket.granularity) - bucketLengthMs(b.bucket.granularity));
  const { bucket, index } = at(own, 0);
  const rule = bucketRule(bucket.granularity);
  const calendar = own.find((one) => bucketRule(one.bucket.granularity) === undefined);
  if (!rule || calendar) {
    const granularity = nameOfGranularity((calendar?.bucket ?? bucket).granularity);
    return fail(problem('plan.rolling-calendar', { member: leaf, granularity }));
  }
  const coarser = own.slice(1);
  const crossing = coarser.find((one) => !nests(bucket.granularity, one.bucket.granularity));
  if (crossing) {
    const granularities = [bucket, crossing.bucket].map((one) => nameOfGranularity(one.granularity));
    const dimension = nameOfTime(bucket.operand);
    return fail(problem('plan.rolling-granularities', { member: leaf, dimension, granularities }));
  }
  return succeed({
    index,
    coarser: coarser.map((one) => one.index),
    granularity: bucket.granularity,
    rule,
    operand: bucket.operand,
    zone: bucket.zone,
  });
}

const nestingUnits = ['second', 'minute', 'hour', 'day', 'month', 'quarter', 'year'];

/** Whether every bucket of `fine` lies in one of `coarse`. */
export function nests(fine: Granularity, coarse: Granularity): boolean {
  if (typeof fine !== 'string' || typeof coarse !== 'string') return false;
  if (coarse === 'week') return nestingUnits.indexOf(fine) >= 0 && nestingUnits.indexOf(fine) <= 3;
  return nestingUnits.includes(fine) && nestingUnits.indexOf(fine) < nestingUnits.indexOf(coarse);
}

function nameOfTime(operand: PlanExpression): string {
  return operand.kind === 'dimension' ? operand.member : 'the time';
}

/** The date range of a time among the filters of a question. */
export function isPeriodOf(operand: PlanExpression | undefined, condition: PlanCondition): condition is Period {
  return (
    condition.kind === 'range' &&
    condition.isPeriod === true &&
    (operand === undefined || isSame(condition.operand, operand))
  );
}

function isSame(one: PlanExpression, other: PlanExpression): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The buckets that a date range touches, whole ones at both ends. */
export function bucketsOfPeriod(axis: TimeAxis, { from, to }: InstantSpan): Outcome<SeriesExtent> {
  if (from === undefined || to === undefined) throw new Error('a date range has two ends');
  const { rule, zone } = axis;
  if (from >= to) return succeed({ kind: 'known', first: 0, count: 0 });
  const shown = readingsBetween(zone, from, to);
  const first = bucketNumber(rule, shown.first);
  const count = bucketNumber(rule, shown.last) - first + 1;
  if (count > maxBuckets) {
    const { interval } = describeGranularity(axis.granularity);
    const ends = { from: civilOf(shown.first), to: civilOf(shown.last) };
    return fail(problem('plan.too-many-buckets', { count, ...ends, interval }));
  }
  return succeed({ kind: 'known', first, count });
}

/** The least and the greatest that the clocks show in `[from, to)`; a repeated hour is greater before its end than after. */
function readingsBetween(zone: Zone, from: Instant, to: Instant): { readonly first: Clock; readonly last: Clock } {
  const last = (to - 1) as Instant;
  const changes = transitionsBetween(zone, from, to).flatMap(({ at: change }) => [(change - 1) as Instant, change]);
  const shown = [from, ...changes, last].map((instant) => instantToClock(zone, instant));
  return { first: Math.min(...shown) as Clock, last: Math.max(...shown) as Clock };
}

/** Where a window begins and ends, `[from, to)` on the clock; an absent end is open. */
export function boundsOf(window: RollingWindow): { readonly from?: WindowBound; readonly to?: WindowBound } {
  switch (window.kind) {
    case 'running-total':
      return { to: endOfBucket };
    case 'to-date':
      return { from: { kind: 'start-of', unit: window.granularity }, to: endOfBucket };
    case 'fixed': {
      const { trailing, leading, offset } = window;
      return {
        ...(trailing === 'unbounded' ? {} : { from: moved(offset, negated(trailing)) }),
        ...(leading === 'unbounded' ? {} : { to: moved(offset, leading) }),
      };
    }
  }
}

const endOfBucket: WindowBound = { kind: 'moved', edge: 'end', by: { months: 0, ms: 0 } };

function moved(edge: 'start' | 'end', by: Interval): WindowBound {
  return { kind: 'moved', edge, by };
}

function negated({ months, ms }: Interval): Interval {
  return { months: 0 - months, ms: 0 - ms };
}

/** Months that end early can move a bound by three days. */
const slackMs = 4 * dayMs;

/** Instants outside of which no row lies in any window of a known series. */
export function reachOf(axis: TimeAxis, extent: SeriesExtent, window: RollingWindow): InstantSpan {
  if (extent.kind !== 'known' || extent.count === 0) return {};
  const { rule, zone } = axis;
  const bounds = boundsOf(window);
  const edge = (bound: WindowBound | undefined, number: number): Clock | undefined => {
    if (!bound) return undefined;
    if (bound.kind === 'start-of') return startOfUnit(bound.unit, bucketStart(rule, number));
    return addInterval(bucketStart(rule, bound.edge === 'start' ? number : number + 1), bound.by);
  };
  const from = edge(bounds.from, extent.first);
  const to = edge(bounds.to, extent.first + extent.count - 1);
  return {
    ...(from === undefined ? {} : { from: clockToInstant(zone, (from - slackMs) as Clock, 'from') }),
    ...(to === undefined ? {} : { to: clockToInstant(zone, (to + slackMs) as Clock, 'to') }),
  };
}
