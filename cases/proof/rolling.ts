import { endOf, later, parseReading } from './clock.ts';
import {
  bucketOf,
  calculated,
  type Evaluation,
  grainId,
  isFilteredByEntities,
  measureValue,
  shownValue,
} from './evaluation.ts';
import { membersOfFilter, type MemberFilter, type RowFilter } from './filters.ts';
import type { Question } from './groups.ts';
import type { JoinedRow } from './joined-rows.ts';
import {
  dimensionOf,
  findMember,
  type Found,
  type FoundDimension,
  type FoundMeasure,
  pathsOf,
  referencesOf,
} from './members.ts';
import { columnOfTime, computedFrom } from './moved-times.ts';
import { Refused, Unsettled } from './refusal.ts';
import { effective, finest, isDaily, labelOf, lastOf, type ShownTime, shownTime } from './shown-time.ts';
import { joinedRows } from './touched-rows.ts';
import type { Value, World, WorldWindow } from './world.ts';

interface RollingValues {
  readonly keys: readonly string[];
  readonly value: (key: string) => Value;
}

const hourMs = 3_600_000;

/**
 * A measure over the rows around each bucket of a time: of the first time dimension that has a granularity, or else of the
 * first dimension that shows one.
 */
export function rollingOf(evaluation: Evaluation, question: Question, leaf: FoundMeasure): RollingValues {
  const { window } = leaf.member;
  if (!window) throw new Error(`${leaf.member.name} has no window`);
  const axis = axisOf(evaluation, question, leaf);
  const inside = referencesOf(evaluation.world, leaf).filter(({ kind }) => kind === 'measure');
  if (inside.some((one) => one.kind === 'measure' && isMasked(one.member)))
    throw new Unsettled('masks inside of windows');
  if (axis && evaluation.shifts.length > 0) throw new Unsettled('windows moved in time');
  return axis ? alongAxis(evaluation, question, leaf, axis, window) : withoutAxis(evaluation, question, leaf, window);
}

interface Axis {
  /** Columns of the time that windows follow, by their position; the others are of the rows. */
  readonly columns: ReadonlyMap<number, ShownTime>;
  readonly finest: ShownTime;
}

function axisOf(evaluation: Evaluation, { by }: Question, leaf: FoundMeasure): Axis | undefined {
  const { world } = evaluation;
  const times = by.flatMap(({ found, granularity }, at) => {
    const shown = found.member.type === 'time' ? shownTime(world, found, granularity) : undefined;
    return shown && shown.steps.length > 0 ? [{ at, shown, isAsked: granularity !== undefined }] : [];
  });
  const first = times.find(({ isAsked }) => isAsked) ?? times[0];
  refuseComputed(evaluation, by, first?.shown, leaf);
  if (!first) return undefined;
  const own = times.filter(({ shown }) => idOf(shown.time) === idOf(first.shown.time));
  return {
    columns: new Map(own.map(({ at, shown }) => [at, shown])),
    finest: finest(own.map(({ shown }) => shown)),
  };
}

/** Refuses groups and filters that are computed from the time of the windows and are no buckets of it. */
function refuseComputed(
  { world, rowFilters }: Evaluation,
  by: Question['by'],
  followed: ShownTime | undefined,
  leaf: FoundMeasure,
): void {
  const columns = followed ? [columnOfTime(world, followed.time)] : timesOfMeasure(world, leaf);
  const isComputed = computedFrom(world, columns);
  const isOwn = ({ time }: ShownTime) => columns.includes(columnOfTime(world, time));
  const groups = by.filter(({ found, granularity }) => {
    if (found.member.type !== 'time') return true;
    const shown = shownTime(world, found, granularity);
    return shown.steps.length === 0 || !isOwn(shown);
  });
  const filtered = rowFilters
    .flatMap(membersOfFilter)
    .map((id) => findMember(world, id))
    .filter((found) => {
      if (found.kind !== 'dimension' || found.member.type !== 'time') return true;
      return followed !== undefined && !isOwn(shownTime(world, found));
    });
  if ([...groups.map(({ found }): Found => found), ...filtered].some(isComputed)) {
    throw new Refused('plan.rolling-computed');
  }
}

function timesOfMeasure(world: World, leaf: FoundMeasure): readonly (string | undefined)[] {
  const cubes = new Set(
    [leaf, ...referencesOf(world, leaf)].flatMap((one) => pathsOf(world, one).map((path) => path.at(-1))),
  );
  return world.cubes
    .filter(({ name }) => cubes.has(name))
    .flatMap((cube) =>
      cube.dimensions
        .filter(({ type }) => type === 'time')
        .map(({ name }) => findMember(world, `${cube.name}.${name}`)),
    )
    .map((found) => (found.kind === 'dimension' ? columnOfTime(world, found) : undefined))
    .filter((column) => column !== undefined);
}

function alongAxis(
  evaluation: Evaluation,
  question: Question,
  leaf: FoundMeasure,
  { columns, finest: axis }: Axis,
  window: WorldWindow,
): RollingValues {
  const { world, rowFilters } = evaluation;
  const { time } = axis;
  if (!isDaily(effective(axis))) throw new Unsettled('a window within days');
  if (isFilteredByEntities(evaluation)) throw new Unsettled('windows of some entities');
  const periods = rowFilters.filter(isPeriod).flatMap((filter) => {
    const found = findMember(world, filter.member);
    const shown = found.kind === 'dimension' ? shownTime(world, found) : undefined;
    return shown && idOf(shown.time) === idOf(time) ? [{ filter, shown }] : [];
  });
  const inner = {
    ...evaluation,
    rowFilters: rowFilters.filter((filter) => window.isOfRange || !periods.some((period) => period.filter === filter)),
    propagated: evaluation.propagated ?? rowFilters,
    lookups: new Map(),
  };
  const rows = joinedRows(inner, question.touched, [leaf])
    .map((row) => ({ row, reading: shownValue(inner, time, row) }))
    .filter((one): one is { row: JoinedRow; reading: number } => one.reading !== null);
  const start = (reading: number) => labelOf(axis, reading);
  const readings = rows.map(({ reading }) => reading);
  const buckets =
    periods.length > 0
      ? periods
          .map((period) => bucketsOfPeriod(period, start))
          .reduce((one, other) => one.filter((bucket) => other.includes(bucket)))
      : bucketsBetween(Math.min(...readings), Math.max(...readings), start);
  const begins = beginsOf(world, question, axis, columns, window);
  const groups = new Map<string, readonly JoinedRow[]>();
  const labelsAt = (bucket: number) =>
    new Map(
      question.by.flatMap((grain, at) => {
        const shown = columns.get(at);
        return shown ? [[grainId(grain), labelOf(shown, bucket)] as const] : [];
      }),
    );
  const keyOf = (bucket: number, row: JoinedRow | undefined) =>
    JSON.stringify(
      question.by.map((grain, at) => {
        const shown = columns.get(at);
        if (shown) return labelOf(shown, bucket);
        return row ? grain.of({ ...inner, shownAt: labelsAt(bucket) }, row) : null;
      }),
    );
  for (const bucket of buckets) {
    const inside = rows.filter(({ reading }) => isInside(reading, bucket, endOfBucket(bucket, start), window, begins));
    if (inside.length === 0) groups.set(keyOf(bucket, undefined), []);
    for (const { row } of inside) {
      const key = keyOf(bucket, row);
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
  }
  return {
    keys: [...groups.keys()],
    value: (key) => {
      const group = groups.get(key);
      return group && group.length > 0
        ? measureValue(inner, leaf, group)
        : overNothing(inner, leaf, group !== undefined);
    },
  };
}

/** Returns the value of a window without rows, or of a group of other measures that has no window. */
function overNothing(evaluation: Evaluation, measure: FoundMeasure, isWindow: boolean): Value {
  if (measure.member.type === 'calculated') {
    return calculated(evaluation, measure, (one) => overNothing(evaluation, one, isWindow));
  }
  return isWindow && measure.member.type === 'count_distinct' ? 0 : null;
}

function isMasked({ masked, isMask, isAggregateMask }: FoundMeasure['member']): boolean {
  return (masked !== undefined && masked.length > 0) || isMask === true || isAggregateMask === true;
}

/** Buckets that a date range touches; a range of buckets consists of whole ones. */
export function bucketsOfPeriod(
  { filter, shown }: { readonly filter: MemberFilter; readonly shown: ShownTime },
  start: (reading: number) => number,
): readonly number[] {
  const [from, to] = [parseReading(String(filter.values?.[0])), endOf(String(filter.values?.[1]))];
  return bucketsBetween(labelOf(shown, from), lastOf(shown, to), start);
}

export function bucketsBetween(first: number, last: number, start: (reading: number) => number): readonly number[] {
  const found = new Set<number>();
  if (!Number.isFinite(first)) return [];
  for (let reading = first; reading < last; reading += 24 * hourMs) found.add(start(reading));
  return [...found.add(start(last))];
}

/** Returns the start of the next bucket. */
function endOfBucket(bucket: number, start: (reading: number) => number): number {
  let next = bucket;
  while (start(next) === bucket) next += 24 * hourMs;
  return start(next);
}

/** Start of a window to date: the start of the bucket of its granularity, by a dimension that shows the time. */
function beginsOf(
  world: World,
  { by }: Question,
  { time }: ShownTime,
  columns: ReadonlyMap<number, ShownTime>,
  { toDate }: WorldWindow,
): (bucket: number) => number {
  if (toDate === undefined) return (bucket) => bucket;
  const showing = [...columns.keys()].flatMap((at) => (by[at] ? chainOf(world, by[at].found) : []));
  const defined = showing.find(({ member }) => member.granularities?.some(({ name }) => name === toDate));
  if (!defined && !isUnit(toDate)) throw new Refused('plan.rolling-unknown');
  return (bucket) => Number(bucketOf(defined ?? time, toDate, bucket));
}

function isUnit(name: string): boolean {
  return ['day', 'week', 'month', 'quarter', 'year'].includes(name);
}

/** Returns a dimension and, while each consists of one other dimension, those behind it, down to the time. */
function chainOf(world: World, found: FoundDimension): readonly FoundDimension[] {
  const { sql } = found.member;
  return sql?.kind === 'member' ? [found, ...chainOf(world, dimensionOf(world, found.cube, sql))] : [found];
}

function isInside(
  reading: number,
  from: number,
  to: number,
  window: WorldWindow,
  begins: (bucket: number) => number,
): boolean {
  const { trailing, leading, offset, toDate } = window;
  if (toDate !== undefined) return reading >= begins(from) && reading < to;
  const edge = offset === 'start' ? from : to;
  const back = trailing === undefined ? edge : trailing === 'unbounded' ? -Infinity : later(edge, trailing, -1);
  const ahead = leading === undefined ? edge : leading === 'unbounded' ? Infinity : later(edge, leading);
  return reading >= back && reading < ahead;
}

/** An open end of the window opens the date range; in all else it is an ordinary measure. */
function withoutAxis(
  evaluation: Evaluation,
  question: Question,
  leaf: FoundMeasure,
  { trailing, leading, toDate, isOfRange }: WorldWindow,
): RollingValues {
  const { world, rowFilters } = evaluation;
  const periods = rowFilters.filter(isPeriod);
  const [period] = periods;
  if (periods.length > 1) throw new Unsettled('date ranges of two times');
  if (period && idOf(findMember(world, period.member)).split('.')[0] !== leaf.cube.name)
    throw new Unsettled('the time of another cube');
  const isOpened =
    period && toDate === undefined && !isOfRange && (trailing === 'unbounded' || leading === 'unbounded');
  const [from = '', to = ''] = period?.values?.map(String) ?? [];
  const opened = (filter: MemberFilter): readonly RowFilter[] => [
    ...(trailing === 'unbounded' ? [] : [{ ...filter, operator: 'afterOrOnDate' as const, values: [from] }]),
    ...(leading === 'unbounded' ? [] : [{ ...filter, operator: 'beforeOrOnDate' as const, values: [to] }]),
  ];
  const inner: Evaluation = {
    ...evaluation,
    rowFilters: rowFilters.flatMap((filter) => (isOpened && filter === period ? opened(period) : [filter])),
    propagated: evaluation.propagated ?? rowFilters,
    lookups: new Map(),
  };
  const rows = joinedRows(inner, question.touched, [leaf]);
  const groups = Map.groupBy(rows, (row) => JSON.stringify(question.by.map(({ of }) => of(inner, row))));
  if (question.by.length === 0) groups.set('[]', [...rows]);
  return {
    keys: [...groups.keys()],
    value: (key) => {
      const group = groups.get(key);
      return group ? measureValue(inner, leaf, group) : overNothing(inner, leaf, false);
    },
  };
}

export function isPeriod(filter: RowFilter): filter is MemberFilter {
  return 'isPeriod' in filter;
}

function idOf({ cube, member }: ReturnType<typeof findMember>): string {
  return `${cube.name}.${member.name}`;
}
