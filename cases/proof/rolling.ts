import { endOf, later, parseReading, startOf, type Unit } from './clock.ts';
import { bucketOf, type Evaluation, isFilteredByEntities, measureValue, shownValue } from './evaluation.ts';
import type { MemberFilter, RowFilter } from './filters.ts';
import { type Grain, joinedRows, type Question } from './groups.ts';
import { type JoinedRow, Unsettled } from './joined-rows.ts';
import { findMember, type FoundMeasure } from './members.ts';
import type { Value, WorldWindow } from './world.ts';

interface RollingValues {
  readonly keys: readonly string[];
  readonly value: (key: string) => Value;
}

const hourMs = 3_600_000;

/** A measure over the rows around each bucket of the first time dimension that has a granularity. */
export function rollingOf(evaluation: Evaluation, question: Question, leaf: FoundMeasure): RollingValues {
  const { window } = leaf.member;
  if (!window) throw new Error(`${leaf.member.name} has no window`);
  const axes = question.by.filter(({ granularity }) => granularity !== undefined);
  const [axis] = axes;
  if (axes.length > 1) throw new Unsettled('buckets of two times');
  if (evaluation.shifts.length > 0) throw new Unsettled('windows moved in time');
  return axis ? alongAxis(evaluation, question, leaf, axis, window) : withoutAxis(evaluation, question, leaf, window);
}

function alongAxis(
  evaluation: Evaluation,
  question: Question,
  leaf: FoundMeasure,
  axis: Grain,
  window: WorldWindow,
): RollingValues {
  const { world, rowFilters } = evaluation;
  const { found, granularity = '' } = axis;
  const isDaily = !['second', 'minute', 'hour'].includes(unitOf(axis));
  if (found.cube !== leaf.cube || !isDaily)
    throw new Unsettled('a window along the rows of another cube, or within days');
  if (isFilteredByEntities(evaluation)) throw new Unsettled('windows of some entities');
  const isOwnPeriod = (filter: RowFilter) => isPeriod(filter) && idOf(findMember(world, filter.member)) === idOf(found);
  const period = rowFilters.find(isOwnPeriod);
  const inner = {
    ...evaluation,
    rowFilters: rowFilters.filter((filter) => window.isOfRange || filter !== period),
    lookups: new Map(),
  };
  const rows = joinedRows(inner, question.touched, [leaf])
    .map((row) => ({ row, reading: shownValue(inner, found, row) }))
    .filter((one): one is { row: JoinedRow; reading: number } => one.reading !== null);
  const start = (reading: number) => Number(bucketOf(found, granularity, reading));
  const [first, last] =
    period && isPeriod(period)
      ? [parseReading(String(period.values?.[0])), endOf(String(period.values?.[1]))]
      : [Math.min(...rows.map(({ reading }) => reading)), Math.max(...rows.map(({ reading }) => reading))];
  const groups = new Map<string, readonly JoinedRow[]>();
  const others = question.by.map((grain) => (grain === axis ? undefined : grain));
  for (const bucket of bucketsBetween(first, last, start)) {
    const inside = rows.filter(({ reading }) => isInside(reading, bucket, endOfBucket(bucket, start), window));
    const keyOf = (row: JoinedRow) =>
      JSON.stringify(others.map((grain) => (grain ? grain.of({ ...inner, bucket }, row) : bucket)));
    if (inside.length === 0) groups.set(JSON.stringify(others.map((grain) => (grain ? null : bucket))), []);
    for (const { row } of inside) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  }
  return {
    keys: [...groups.keys()],
    value: (key) => {
      const group = groups.get(key);
      if (!group) return null;
      if (group.length === 0) return leaf.member.type === 'count_distinct' ? 0 : null;
      return measureValue(inner, leaf, group);
    },
  };
}

function unitOf({ found, granularity = '' }: Grain): string {
  const own = found.member.granularities?.find(({ name }) => name === granularity);
  const unit = own?.interval.split(' ')[1] ?? granularity;
  return own?.offset?.includes('hour') ? 'hour' : unit;
}

function bucketsBetween(first: number, last: number, start: (reading: number) => number): readonly number[] {
  const found = new Set<number>();
  if (!Number.isFinite(first)) return [];
  for (let reading = first; reading < last; reading += 24 * hourMs) found.add(start(reading));
  return [...found.add(start(last))];
}

/** Where the next one begins. */
function endOfBucket(bucket: number, start: (reading: number) => number): number {
  let next = bucket;
  while (start(next) === bucket) next += 24 * hourMs;
  return start(next);
}

function isInside(reading: number, from: number, to: number, window: WorldWindow): boolean {
  const { trailing, leading, offset, toDate } = window;
  if (toDate !== undefined) return reading >= startOf(toDate as Unit, from) && reading < to; // the generator knows no other
  const edge = offset === 'start' ? from : to;
  const back = trailing === undefined ? edge : trailing === 'unbounded' ? -Infinity : later(edge, trailing, -1);
  const ahead = leading === undefined ? edge : leading === 'unbounded' ? Infinity : later(edge, leading);
  return reading >= back && reading < ahead;
}

/** An open end of the window opens the date range; nothing else differs from an ordinary measure. */
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
    lookups: new Map(),
  };
  const rows = joinedRows(inner, question.touched, [leaf]);
  const groups = Map.groupBy(rows, (row) => JSON.stringify(question.by.map(({ of }) => of(inner, row))));
  if (question.by.length === 0) groups.set('[]', [...rows]);
  return {
    keys: [...groups.keys()],
    value: (key) => {
      const group = groups.get(key);
      return group ? measureValue(inner, leaf, group) : null;
    },
  };
}

function isPeriod(filter: RowFilter): filter is MemberFilter {
  return 'isPeriod' in filter;
}

function idOf({ cube, member }: ReturnType<typeof findMember>): string {
  return `${cube.name}.${member.name}`;
}
