import { askedFor, isSameData, type MemberId, type RollingWindow } from '../../model/index.ts';
import { fail, type Outcome, succeed } from '../../problem/index.ts';
import { utc } from '../../time/index.ts';
import { itemAt } from '../tree/item-at.ts';
import { combineGroups } from '../groups/combine-groups.ts';
import type { EntityGrain, GroupedPlan, Grouping, PlanContext } from '../groups/grouping.ts';
import { column } from '../groups/measure-leaves.ts';
import type { ColumnId, Plan, PlanColumn, SeriesExtent, SeriesPlan } from '../plan.ts';
import { resolveAlias } from '../joins/requirement.ts';
import { behindStart, calendarOf, withStarts } from './window-starts.ts';
import { refuseComputed } from './refuse-computed.ts';
import { isOfBuckets, planStagesWithoutAxis, planWindowStages } from './window-stages.ts';
import {
  boundsOf,
  bucketsOfPeriods,
  findAxis,
  followedShown,
  type SpinePeriod,
  periodsOf,
  reachOf,
  type TimeAxis,
} from './time-spine.ts';
import type { PlanCondition } from '../plan-expression.ts';

/** Plans measures over rows of cubes, and groups without measures. */
export interface RowPlanner {
  measures(grouping: Grouping, leaves: readonly MemberId[]): Outcome<readonly GroupedPlan[]>;
  /** Plans the groups of the rows that `leaves` read. */
  groups(grouping: Grouping, leaves: readonly MemberId[]): Outcome<GroupedPlan>;
}

/**
 * Plans measures with rolling windows. A series of buckets without gaps determines the windows; each row occurs once
 * for every window that contains it, and is aggregated there. A bucket with empty windows keeps one row.
 */
export function planWindows(
  context: PlanContext,
  grouping: Grouping,
  leaves: readonly MemberId[],
  rows: RowPlanner,
): Outcome<readonly GroupedPlan[]> {
  const axis = findAxis(context, grouping, askedFor(itemAt(leaves, 0)));
  if (!axis.ok && axis.problems.some(({ code }) => code === 'plan.rolling-expression')) return axis;
  // Refuses first what no window can follow, before it plans how windows follow the rest.
  const refused = refuseComputed(context, grouping, followedShown(context, grouping), leaves);
  if (refused) return fail(refused);
  if (!axis.ok) return axis;
  const byWindow = leavesByWindow(context, leaves);
  if (!axis.value) return planWithoutAxis(context, grouping, byWindow, rows);

  const extent = extentOf(context, axis.value, grouping, leaves, rows);
  if (!extent.ok) return extent;
  const parts: GroupedPlan[] = [];
  for (const { window, measures } of byWindow) {
    const planned = planWindow(context, axis.value, extent.value, grouping, window, measures, rows);
    if (!planned.ok) return planned;
    parts.push(...planned.value);
  }
  const [{ root } = { root: undefined }] = parts;
  return succeed([
    withEveryBucket(context, axis.value, extent.value, grouping, combineGroups(context, grouping, parts, root)),
  ]);
}

interface WindowLeaves {
  readonly window: RollingWindow;
  readonly measures: readonly MemberId[];
}

/** Groups leaves by window; measures that need every row of a window are separate. */
function leavesByWindow({ model }: PlanContext, leaves: readonly MemberId[]): readonly WindowLeaves[] {
  const found = new Map<string, { readonly window: RollingWindow; readonly measures: MemberId[] }>();
  for (const leaf of leaves) {
    const { expression, measureClass } = resolveAlias(model, leaf, 'measure').member;
    const window = 'window' in expression ? expression.window : undefined;
    if (!window) throw new Error(`'${leaf}' has no rolling window`);
    const key = JSON.stringify([window, measureClass === 'holistic', expression.kind === 'stage']);
    const known = found.get(key);
    if (known) known.measures.push(leaf);
    else found.set(key, { window, measures: [leaf] });
  }
  return [...found.values()];
}

/** Without buckets, an open end of the window opens the date range; otherwise the measure is like any other. */
function planWithoutAxis(
  context: PlanContext,
  grouping: Grouping,
  byWindow: readonly WindowLeaves[],
  rows: RowPlanner,
): Outcome<readonly GroupedPlan[]> {
  const [period] = periodsOf(context, grouping, undefined);
  const planned: GroupedPlan[] = [];
  for (const { window, measures } of byWindow) {
    const rowFilters = grouping.rowFilters.flatMap((filter) =>
      filter === period?.range ? opened(period.range, window) : [filter],
    );
    const around = {
      ...grouping,
      rowFilters,
      propagated: propagatedOf(grouping),
      entities: entitiesOf(context, grouping),
    };
    const ofBuckets = measures.some((measure) => isOfBuckets(context, measure));
    const found = ofBuckets ? planStagesWithoutAxis(context, around, measures) : rows.measures(around, measures);
    if (!found.ok) return found;
    planned.push(...found.value);
  }
  return succeed(planned);
}

/** Entities are those of the query, although the rows of windows have other filters. */
function entitiesOf({ entities }: PlanContext, grouping: Grouping): EntityGrain {
  const around = grouping.entities ?? entities;
  return { ...around, rowFilters: around.rowFilters ?? grouping.rowFilters };
}

/** Sub-query dimensions have the same values as for other measures, however far windows reach. */
function propagatedOf({ propagated, rowFilters }: Grouping): readonly PlanCondition[] {
  return propagated ?? rowFilters;
}

function opened(period: SpinePeriod['range'], window: RollingWindow): readonly PlanCondition[] {
  if (window.kind !== 'fixed') return [period];
  const { from, to, ...open } = period;
  const ends = {
    ...(window.trailing === 'unbounded' || from === undefined ? {} : { from }),
    ...(window.leading === 'unbounded' || to === undefined ? {} : { to }),
  };
  return Object.keys(ends).length === 0 ? [] : [{ ...open, ...ends }];
}

/** The buckets of the date range, or those from the first to the last one with rows. */
function extentOf(
  context: PlanContext,
  axis: TimeAxis,
  grouping: Grouping,
  leaves: readonly MemberId[],
  rows: RowPlanner,
): Outcome<SeriesExtent> {
  const periods = periodsOf(context, grouping, axis);
  if (periods.length > 0) return bucketsOfPeriods(axis, periods);
  const groups = rows.groups({ ...grouping, by: [itemAt(grouping.by, axis.index)] }, leaves);
  if (!groups.ok) return groups;
  return succeed({
    kind: 'data',
    input: groups.value.plan,
    bucket: itemAt(groups.value.by, 0),
    first: context.columns.add('first_bucket'),
    last: context.columns.add('last_bucket'),
  });
}

function planWindow(
  context: PlanContext,
  axis: TimeAxis,
  extent: SeriesExtent,
  grouping: Grouping,
  window: RollingWindow,
  measures: readonly MemberId[],
  rows: RowPlanner,
): Outcome<readonly GroupedPlan[]> {
  const { columns } = context;
  const member = askedFor(itemAt(measures, 0));
  const ends = boundsOf(context, axis, window, member);
  if (!ends.ok) return ends;
  const { value: bounds } = ends;
  const bucket = columns.add('bucket');
  const calendar = calendarOf(axis, bounds);
  const from = bounds.from && {
    column: columns.add(calendar ? 'window_behind' : 'window_from'),
    bound: calendar ? behindStart : bounds.from,
  };
  const to = bounds.to && { column: columns.add('window_to'), bound: bounds.to };
  const plain: SeriesPlan = {
    kind: 'series',
    rule: axis.rule,
    extent,
    bucket,
    bounds: [from, to].filter((one) => one !== undefined),
  };
  const lying = calendar && from ? withStarts(context, calendar, plain, from.column, member) : undefined;
  if (lying?.ok === false) return lying;
  const series = lying?.value.plan ?? plain;
  const start = lying?.value.start ?? from?.column;
  const { operand, zone } = axis;
  const { from: reachFrom, to: reachTo } = reachOf(axis, extent, bounds);
  const isReached = reachFrom !== undefined || reachTo !== undefined;
  const reach: PlanCondition = {
    kind: 'range',
    operand,
    ...(reachFrom === undefined ? {} : { from: reachFrom }),
    ...(reachTo === undefined ? {} : { to: reachTo }),
    isNegated: false,
  };
  const periods = periodsOf(context, grouping, axis);
  const others = grouping.rowFilters.filter(
    (filter) => window.kind === 'running-total' || !periods.some(({ range }) => range === filter),
  );
  const by = alongSeries(axis, grouping, bucket);
  const along = (item: Grouping['by'][number]): Grouping['by'][number] => {
    const index = grouping.by.findIndex(({ expression }) => isSameData(expression, item.expression));
    return index < 0 ? item : { ...item, expression: itemAt(by, index).expression };
  };
  const entities = entitiesOf(context, grouping);
  const around: Grouping = {
    ...grouping,
    by,
    entities: { ...entities, shownBy: entities.shownBy.map(along) },
    rowFilters: isReached ? [...others, reach] : others,
    propagated: propagatedOf(grouping),
    windows: {
      time: { kind: 'local-time', operand, zone },
      series,
      ...(start === undefined ? {} : { from: start }),
      ...(to ? { to: to.column } : {}),
    },
  };
  const ofBuckets = measures.filter((measure) => isOfBuckets(context, measure));
  if (ofBuckets.length > 0) return planWindowStages(context, axis, around, grouping, bounds, ofBuckets);
  return rows.measures(around, measures);
}

/** Replaces the buckets of rows in a grouping by those of the series. */
export function alongSeries(axis: TimeAxis, grouping: Grouping, bucket: ColumnId): Grouping['by'] {
  return grouping.by.map((item, index) => {
    if (index === axis.index) return { ...item, expression: column(bucket) };
    const granularity = axis.columns.get(index);
    if (granularity === undefined) return item;
    return { ...item, expression: { kind: 'bucket', operand: column(bucket), granularity, zone: utc } };
  });
}

function withEveryBucket(
  { model, columns }: PlanContext,
  axis: TimeAxis,
  extent: SeriesExtent,
  grouping: Grouping,
  rolled: GroupedPlan,
): GroupedPlan {
  const bucket = columns.add('bucket');
  const plan: Plan = {
    kind: 'join',
    left: { kind: 'series', rule: axis.rule, extent, bucket, bounds: [] },
    right: rolled.plan,
    on: { kind: 'bucket', series: bucket, rolled: itemAt(rolled.by, axis.index) },
    grain: 'kept',
  };
  const by = alongSeries(axis, grouping, bucket).map(({ name, expression }, index): PlanColumn => {
    const shown = axis.columns.has(index) ? expression : column(itemAt(rolled.by, index));
    return { column: columns.add(name), expression: shown };
  });
  const take = [...rolled.leaves].map(([measure, from]) => {
    const { expression } = resolveAlias(model, measure, 'measure').member;
    const made =
      expression.kind === 'aggregate' ? expression.function : expression.kind === 'stage' && expression.makes;
    const countsNothing = made === 'count-distinct' || made === 'count-distinct-approx';
    const name = columns.names[from] ?? '';
    const value = column(from);
    return {
      measure,
      column: columns.add(name),
      expression: countsNothing ? ({ kind: 'or-zero', operand: value } as const) : value,
    };
  });
  return {
    plan: {
      kind: 'project',
      input: plan,
      take: [...by, ...take.map(({ column: id, expression }) => ({ column: id, expression }))],
    },
    by: by.map((item) => item.column),
    leaves: new Map(take.map((item) => [item.measure, item.column])),
    root: rolled.root,
  };
}
