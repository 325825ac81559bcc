import {
  bucketLengthMs,
  bucketRule,
  describeGranularity,
  type Dimension,
  type Granularity,
  type MemberId,
  type ModelIndex,
  nameOfGranularity,
  originalOf,
  type RollingWindow,
  settleGranularity,
} from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import {
  addInterval,
  bucketNumber,
  type BucketRule,
  bucketStart,
  civilOf,
  type Clock,
  clockToInstant,
  dayMs,
  type Instant,
  instantToClock,
  type Interval,
  isTimeUnit,
  transitionsBetween,
  utc,
  type Zone,
} from '../../time/index.ts';
import { itemAt } from '../tree/item-at.ts';
import type { Grouping, PlanContext } from '../groups/grouping.ts';
import type { SeriesExtent, WindowBound } from '../plan.ts';
import { dimensionsShowing, effective, lies, type ShownTime, shownTime, timesInside } from './shown-time.ts';
import type { Ends } from './window-ends.ts';
import type { InstantSpan, PlanCondition, PlanExpression } from '../plan-expression.ts';

/** The buckets of one time of a query, which windows follow. */
export interface TimeAxis {
  /** Index of the finest bucket in `grouping.by`. */
  readonly index: number;
  /** Columns of the same time, by index, with their granularity. */
  readonly columns: ReadonlyMap<number, Granularity>;
  readonly granularity: Granularity;
  readonly rule: BucketRule;
  /** The stored instant. */
  readonly operand: PlanExpression;
  readonly zone: Zone;
  /** The dimensions that show it in the query, each made of the next one. */
  readonly shownBy: readonly Dimension[];
}

/** The date range of a time, and the granularities of it that the range distinguishes. */
export interface SpinePeriod {
  readonly range: Extract<PlanCondition, { kind: 'range' }>;
  readonly shown: ShownTime;
}

/** Bound on buckets: more are not useful in a chart and cost too much. */
const maxBuckets = 50_000;

interface Bucketed {
  readonly index: number;
  readonly shown: ShownTime;
  readonly granularity: Granularity;
}

/**
 * Finds the time that windows follow: the first with a granularity in the query, else the first of which a dimension
 * shows a granularity, in its finest one.
 *
 * @returns `undefined` when there is no granularity
 */
export function findAxis(context: PlanContext, grouping: Grouping, leaf: MemberId): Outcome<TimeAxis | undefined> {
  const times = bucketedTimes(context, grouping);
  const first = firstOf(times);
  // Without a granularity, what is computed may be one: its windows would hold their own rows alone.
  const computed = grouping.by
    .flatMap(({ expression }) => timesInside(context, expression))
    .find((shown) => !first || isSame(shown, first.shown));
  if (computed) {
    const params = { member: leaf, dimension: nameOfTime(computed.operand) };
    return fail(problem('plan.rolling-expression', params, { hint: computedHint }));
  }
  if (!first) return succeed(undefined);
  const dimension = nameOfTime(first.shown.operand);
  if (first.shown.isMasked) return fail(problem('plan.rolling-masked', { member: leaf, dimension }));
  const own = times.filter(({ shown }) => isSame(shown, first.shown));
  const crossed = (one: Granularity, other: Granularity): Outcome<never> => {
    const granularities = [one, other].map(nameOfGranularity);
    return fail(problem('plan.rolling-granularities', { member: leaf, dimension, granularities }));
  };
  const buckets: Bucketed[] = [];
  for (const { index, shown } of own) {
    const calendar = shown.granularities.find((one) => bucketRule(one) === undefined);
    if (calendar) {
      return fail(problem('plan.rolling-calendar', { member: leaf, granularity: nameOfGranularity(calendar) }));
    }
    const settled = effective(shown.granularities);
    if (!settled.ok) return crossed(...settled.crossing);
    buckets.push({ index, shown, granularity: settled.granularity });
  }
  const finest = itemAt(
    buckets.toSorted((a, b) => bucketLengthMs(a.granularity) - bucketLengthMs(b.granularity)),
    0,
  );
  const crossing = buckets.find(({ granularity }) => !lies(finest.granularity, granularity));
  if (crossing) return crossed(finest.granularity, crossing.granularity);
  const rule = bucketRule(finest.granularity);
  if (!rule) throw new Error('a granularity that no calendar gives by SQL has a rule');
  return succeed({
    index: finest.index,
    columns: new Map(buckets.map(({ index, granularity }) => [index, granularity])),
    granularity: finest.granularity,
    rule,
    operand: first.shown.operand,
    zone: first.shown.zone,
    shownBy: own.flatMap(({ index }) => dimensionsShowing(context, itemAt(grouping.by, index).expression)),
  });
}

/** The time that windows follow, if the query has buckets of one. */
export function followedShown(context: PlanContext, grouping: Grouping): ShownTime | undefined {
  return firstOf(bucketedTimes(context, grouping))?.shown;
}

interface BucketedTime {
  readonly index: number;
  readonly shown: ShownTime;
  readonly isAsked: boolean;
}

function bucketedTimes(context: PlanContext, { by }: Grouping): readonly BucketedTime[] {
  return by.flatMap(({ expression }, index) => {
    const shown = shownTime(context, expression);
    return shown && isBucketed(shown) ? [{ index, shown, isAsked: expression.kind === 'bucket' }] : [];
  });
}

function firstOf(times: readonly BucketedTime[]): BucketedTime | undefined {
  return times.find(({ isAsked }) => isAsked) ?? times[0];
}

const computedHint = 'Group by a granularity of the time, and compute from that around the query';

/** Granularity of one of the dimensions that show a time; a custom one overrides a built-in one. */
function granularityOfTime(shownBy: readonly Dimension[], name: string): Granularity | undefined {
  const defined = shownBy.flatMap(({ granularities = [] }) => granularities.find((one) => one.name === name) ?? []);
  return defined[0] ?? (isTimeUnit(name) ? name : undefined);
}

/** Names only pieces without policies, which may not be hidden from the caller. */
function hintForGranularity({ pieces }: ModelIndex, name: string): string | undefined {
  const having = [...pieces.values()]
    .filter(({ policies }) => policies === undefined)
    .flatMap(({ dimensions }) => dimensions)
    .filter(({ isPublic, granularities = [] }) => isPublic && granularities.some((one) => one.name === name))
    .slice(0, mostNamed);
  const names = having.map(({ id }) => `'${id}'`).join(', ');
  return names === '' ? undefined : `Group by a time that has it: ${names}`;
}

/** Bound on names in a hint. */
const mostNamed = 10;

/** Whether a mask hides the time in part and its real values are buckets, so that only buckets are known. */
function isBucketed({ granularities, isMasked }: ShownTime): boolean {
  return granularities.length > 0 || isMasked === true;
}

export function nameOfTime(operand: PlanExpression): string {
  switch (operand.kind) {
    case 'dimension':
      return originalOf(operand.member);
    case 'shifted':
      return nameOfTime(operand.operand);
    default:
      return 'the time';
  }
}

/** The date ranges of a query: of one time, however it is shown, or of any. */
export function periodsOf(
  context: PlanContext,
  { rowFilters }: Grouping,
  axis: TimeAxis | undefined,
): readonly SpinePeriod[] {
  return rowFilters.flatMap((range) => {
    if (range.kind !== 'range' || range.isPeriod !== true) return [];
    const shown = shownTime(context, range.operand);
    if (!shown) throw new Error('a date range is one of a time');
    return axis === undefined || isSame(shown, axis) ? [{ range, shown }] : [];
  });
}

function isSame(one: Pick<ShownTime, 'operand'>, other: Pick<ShownTime, 'operand'>): boolean {
  return JSON.stringify(one.operand) === JSON.stringify(other.operand);
}

/** The buckets that all date ranges of a time touch, whole ones at both ends. */
export function bucketsOfPeriods(axis: TimeAxis, periods: readonly SpinePeriod[]): Outcome<SeriesExtent> {
  const touched: Readings[] = [];
  for (const { range, shown } of periods) {
    const { from, to } = range;
    if (from === undefined || to === undefined) throw new Error('a date range has two ends');
    if (from >= to) return succeed(noBuckets);
    // A range over buckets already contains clock times of the zone.
    const isShown = shown.granularities.length > 0;
    touched.push(wholeBuckets(shown.granularities, readingsBetween(isShown ? utc : axis.zone, from, to)));
  }
  const first = Math.max(...touched.map((one) => one.first)) as Clock;
  const last = Math.min(...touched.map((one) => one.last)) as Clock;
  const numbers = touched.map(
    (one) => [bucketNumber(axis.rule, one.first), bucketNumber(axis.rule, one.last)] as const,
  );
  const from = Math.max(...numbers.map(([number]) => number));
  const count = Math.min(...numbers.map(([, number]) => number)) - from + 1;
  if (count <= 0) return succeed(noBuckets);
  if (count > maxBuckets) {
    const { interval } = describeGranularity(axis.granularity);
    const params = { count, from: civilOf(first), to: civilOf(last), interval };
    const hint = 'Query a shorter date range, or a coarser granularity';
    return fail(problem('plan.too-many-buckets', params, { hint }));
  }
  return succeed({ kind: 'known', first: from, count });
}

const noBuckets: SeriesExtent = { kind: 'known', first: 0, count: 0 };

interface Readings {
  readonly first: Clock;
  readonly last: Clock;
}

/** Widens a range to all times shown like its two ends, after truncating by each granularity. */
function wholeBuckets(granularities: readonly Granularity[], { first, last }: Readings): Readings {
  const rules = granularities.flatMap((one) => bucketRule(one) ?? []);
  const label = (reading: Clock) =>
    rules.reduce((shown, rule) => bucketStart(rule, bucketNumber(rule, shown)), reading);
  const end = rules.reduceRight(
    (behind, rule) => bucketStart(rule, bucketNumber(rule, (behind - 1) as Clock) + 1),
    (label(last) + 1) as Clock,
  );
  return { first: label(first), last: rules.length > 0 ? ((end - 1) as Clock) : last };
}

/** The smallest and the largest clock time in `[from, to)`; a repeated hour is larger before its end than after. */
function readingsBetween(zone: Zone, from: Instant, to: Instant): Readings {
  const last = (to - 1) as Instant;
  const changes = transitionsBetween(zone, from, to).flatMap(({ at: change }) => [(change - 1) as Instant, change]);
  const shown = [from, ...changes, last].map((instant) => instantToClock(zone, instant));
  return { first: Math.min(...shown) as Clock, last: Math.max(...shown) as Clock };
}

/** The ends of a window, `[from, to)` on the clock; a missing end is open. */
export function boundsOf(context: PlanContext, axis: TimeAxis, window: RollingWindow, member: MemberId): Outcome<Ends> {
  switch (window.kind) {
    case 'running-total':
      return succeed({ to: endOfBucket });
    case 'to-date': {
      const { granularity: name } = window;
      const granularity = granularityOfTime(axis.shownBy, name);
      if (granularity) {
        const settled = settleGranularity(granularity, context);
        return succeed({ from: { kind: 'start-of', granularity: settled }, to: endOfBucket });
      }
      const dimension = nameOfTime(axis.operand);
      const hint = hintForGranularity(context.model, name);
      return fail(problem('plan.rolling-unknown', { member, dimension, granularity: name }, { hint }));
    }
    case 'fixed': {
      const { trailing, leading, offset } = window;
      return succeed({
        ...(trailing === 'unbounded' ? {} : { from: moved(offset, negated(trailing)) }),
        ...(leading === 'unbounded' ? {} : { to: moved(offset, leading) }),
      });
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

/**
 * Widens the reach on both sides. Windows test their exact bounds on the clock, which PostgreSQL reads with its own zone
 * data: there a reading may differ from ours by the hours of a changed offset, or by the day that a zone skipped.
 */
const slackMs = 4 * dayMs;

function startOfBucket(granularity: Granularity, reading: Clock): Clock | undefined {
  const rule = bucketRule(granularity);
  return rule && bucketStart(rule, bucketNumber(rule, reading));
}

/** Instants that bound all rows in the windows of a known series. */
export function reachOf(axis: TimeAxis, extent: SeriesExtent, ends: Ends): InstantSpan {
  if (extent.kind !== 'known' || extent.count === 0) return {};
  const { rule, zone } = axis;
  const edge = (bound: WindowBound | undefined, number: number): Clock | undefined => {
    if (!bound) return undefined;
    if (bound.kind === 'start-of') return startOfBucket(bound.granularity, bucketStart(rule, number));
    return addInterval(bucketStart(rule, bound.edge === 'start' ? number : number + 1), bound.by);
  };
  const from = edge(ends.from, extent.first);
  const to = edge(ends.to, extent.first + extent.count - 1);
  return {
    ...(from === undefined ? {} : { from: clockToInstant(zone, (from - slackMs) as Clock, 'from') }),
    ...(to === undefined ? {} : { to: clockToInstant(zone, (to + slackMs) as Clock, 'to') }),
  };
}
