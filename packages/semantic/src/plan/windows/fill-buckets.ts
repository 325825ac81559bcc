import { type MemberId, type ModelIndex, nameOfGranularity } from '../../model/index.ts';
import { type CatalogueCode, fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import type { BucketFill } from '../../query/index.ts';
import type { FinishedGroups, GroupedPlan, Grouping, PlanContext } from '../groups/grouping.ts';
import { column } from '../groups/measure-leaves.ts';
import { typeOfMeasure } from '../groups/type-of-measure.ts';
import { findJoinTree } from '../joins/join-tree.ts';
import { membersOfExpression, resolveAlias } from '../joins/requirement.ts';
import { type ColumnId, type Plan, type PlanColumn, type SeriesExtent, nameOfMember } from '../plan.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';
import {
  type BucketRule,
  bucketStart,
  clockToInstant,
  type Instant,
  instantToClock,
  transitionsBetween,
  type Zone,
} from '../../time/index.ts';
import { itemAt } from '../tree/item-at.ts';
import { rootsOf, timeBehind } from './refuse-computed.ts';
import { shownTime, type ShownTime } from './shown-time.ts';
import { alongSeries } from './plan-windows.ts';
import { bucketsOfPeriods, findAxis, nameOfTime, periodsOf, type TimeAxis } from './time-spine.ts';

/**
 * Adds the buckets that have no rows: every bucket of the date range, or from the first to the last one of the groups,
 * for each combination of the other columns that some group has. Groups stay as they are, also those without a time.
 *
 * @param finish makes a measure of the columns of the groups
 */
export function fillBuckets(
  context: PlanContext,
  grouping: Grouping,
  grouped: GroupedPlan,
  { fill, finish }: { readonly fill: BucketFill; finish(id: MemberId): PlanExpression },
): Outcome<FinishedGroups> {
  const { columns, model } = context;
  const found = axisOf(context, grouping);
  if (!found.ok) return found;
  const axis = found.value;
  if (grouped.repeats)
    return fail(problem('plan.fill-several-rows', { members: grouping.measures }, { hint: severalRowsHint }));
  const made = [...new Set(grouping.measures)].map((id) => ({ id, column: columns.add(nameOfMember(id)) }));
  const groups: Plan = {
    kind: 'project',
    input: grouped.plan,
    take: [
      ...grouped.by.map((id): PlanColumn => ({ column: id, expression: column(id) })),
      ...made.map(({ id, column: to }): PlanColumn => ({ column: to, expression: finish(id) })),
    ],
  };
  const extent = extentOf(context, axis, grouping, { ...grouped, plan: groups });
  if (!extent.ok) return extent;
  const values = new Map(made.map(({ id, column: to }) => [id, to]));
  if (extent.value.kind === 'known' && extent.value.count === 0) {
    return succeed({ plan: groups, by: grouped.by, measure: valueOf(context, values, fill) });
  }
  const grid = gridOf(context, axis, grouping, { plan: groups, by: grouped.by }, extent.value);
  const by = grouping.by.map(({ name }, index) => ({
    column: columns.add(name),
    from: [itemAt(grid.by, index), itemAt(grouped.by, index)],
  }));
  const take = made.map(({ id, column: from }) => ({
    id,
    column: columns.add(nameOfMember(id)),
    from,
    type: typeOfMeasure(model, id),
  }));
  const all = new Map(take.map(({ id, column: to }) => [id, to]));
  return succeed({
    plan: { kind: 'combine', inputs: [grid.plan, groups], by, take: take.map(({ id: _, ...item }) => item) },
    by: by.map((item) => item.column),
    measure: valueOf(context, all, fill),
  });
}

function valueOf(
  context: PlanContext,
  values: ReadonlyMap<MemberId, ColumnId>,
  fill: BucketFill,
): FinishedGroups['measure'] {
  return (id) => {
    const value = values.get(id);
    if (value === undefined) throw new Error(`the filled groups lost the measure '${id}'`);
    return isFilled(context, id, fill) ? { kind: 'or-zero', operand: column(value) } : column(value);
  };
}

/** The time whose buckets are added, if no other column shows a time that only some of them have. */
function axisOf(context: PlanContext, grouping: Grouping): Outcome<TimeAxis> {
  const shown = grouping.by.map(({ expression }) => shownTime(context, expression));
  const bucketed = shown.filter((one): one is ShownTime => one !== undefined && one.granularities.length > 0);
  const [first] = bucketed;
  if (!first) throw new Error('a query with a granularity shows a time');
  const dimensions = [...new Set(bucketed.map(({ operand }) => nameOfTime(operand)))];
  const [dimension = ''] = dimensions;
  if (dimensions.length > 1) return fail(problem('plan.fill-several-times', { dimensions }, { hint: severalHint }));
  const axis = findAxis(context, grouping, '' as MemberId);
  if (!axis.ok) return fail(...axis.problems.map(({ code }) => refusal(code, dimension, first)));
  if (!axis.value) throw new Error('a query with a granularity has buckets');
  const { columns, operand } = axis.value;
  const tree = findJoinTree(context.model, grouping.required);
  const behind = timeBehind(context.model, tree.ok ? tree.value : undefined, rootsOf(context.model, operand));
  const isComputed = (id: MemberId) => behind(id) !== undefined;
  const computed = grouping.by.find(
    ({ expression }, index) => !columns.has(index) && membersOfExpression(expression).some(isComputed),
  );
  if (computed)
    return fail(problem('plan.fill-computed', { column: computed.name, dimension }, { hint: computedHint }));
  return succeed(axis.value);
}

const severalHint = 'Group by one time, and filter by the other';

const severalRowsHint = 'Give the multi-stage measure a type that aggregates, or select the dimensions of its grain';

const computedHint = 'Group by granularities of the time alone, and compute from them around the query';

/** Says of the added buckets what windows, which follow the same time, say of themselves. */
function refusal(code: CatalogueCode, dimension: string, { granularities }: ShownTime) {
  switch (code) {
    case 'plan.rolling-calendar':
      return problem('plan.fill-calendar', { dimension, granularity: granularities.map(nameOfGranularity).join(', ') });
    case 'plan.rolling-masked':
      return problem('plan.fill-masked', { dimension });
    case 'plan.rolling-expression':
      return problem('plan.fill-computed', { column: dimension, dimension }, { hint: computedHint });
    default:
      return problem('plan.fill-granularities', { dimension });
  }
}

function extentOf(
  context: PlanContext,
  axis: TimeAxis,
  grouping: Grouping,
  groups: Pick<GroupedPlan, 'plan' | 'by'>,
): Outcome<SeriesExtent> {
  const periods = periodsOf(context, grouping, axis);
  if (periods.length > 0) return bucketsOfPeriods(axis, periods);
  return succeed({
    kind: 'data',
    input: groups.plan,
    bucket: itemAt(groups.by, axis.index),
    first: context.columns.add('first_bucket'),
    last: context.columns.add('last_bucket'),
  });
}

/** Every bucket with each combination of the other columns, with the columns of the grouping. */
function gridOf(
  { columns }: PlanContext,
  axis: TimeAxis,
  grouping: Grouping,
  groups: Pick<GroupedPlan, 'plan' | 'by'>,
  extent: SeriesExtent,
): Pick<GroupedPlan, 'plan' | 'by'> {
  const bucket = columns.add('bucket');
  const series = withoutSkipped(axis, extent, { kind: 'series', rule: axis.rule, extent, bucket, bounds: [] }, bucket);
  const others = grouping.by.flatMap(({ name }, index) =>
    axis.columns.has(index) ? [] : [{ index, column: columns.add(name), from: itemAt(groups.by, index) }],
  );
  const combinations: Plan = {
    kind: 'aggregate',
    input: groups.plan,
    by: others.map(({ column: to, from }) => ({ column: to, expression: column(from) })),
    take: [],
  };
  const every: Plan =
    others.length === 0
      ? series
      : { kind: 'join', left: combinations, right: series, on: { kind: 'match', pairs: [] }, grain: 'multiplied' };
  const by = alongSeries(axis, grouping, bucket).map(({ name, expression }, index): PlanColumn => {
    const other = others.find((one) => one.index === index);
    return { column: columns.add(name), expression: other ? column(other.column) : expression };
  });
  return { plan: { kind: 'project', input: every, take: by }, by: by.map((item) => item.column) };
}

/** Leaves out the buckets that clocks of the zone skip as a whole: an hour in spring, once a day. */
function withoutSkipped(axis: TimeAxis, extent: SeriesExtent, series: Plan, bucket: ColumnId): Plan {
  const { rule, zone } = axis;
  if (rule.kind !== 'steps') return series;
  const skipped = changesWithin(rule, zone, extent).flatMap(({ at }): readonly PlanCondition[] => {
    const before = instantToClock(zone, (at - 1) as Instant) + 1;
    const last = instantToClock(zone, at) - rule.stepMs;
    if (last < before) return [];
    // A reading is kept as the instant at which a clock in UTC shows it.
    const [from, to] = [before as Instant, (last + 1) as Instant];
    return [{ kind: 'range', operand: column(bucket), from, to, isNegated: true }];
  });
  const [first, ...others] = skipped;
  if (!first) return series;
  const where: PlanCondition = others.length === 0 ? first : { kind: 'and', conditions: skipped };
  return { kind: 'filter', input: series, where };
}

/** Years in which the clocks of a zone are known to change; the times of the data are not. */
const knownYears = { from: Date.UTC(1970, 0, 1) as Instant, to: Date.UTC(2100, 0, 1) as Instant };

function changesWithin(rule: BucketRule, zone: Zone, extent: SeriesExtent): ReturnType<typeof transitionsBetween> {
  if (extent.kind === 'data') return transitionsBetween(zone, knownYears.from, knownYears.to);
  const [first, next] = [extent.first, extent.first + extent.count].map((number) => bucketStart(rule, number));
  if (first === undefined || next === undefined) throw new Error('a range has two ends');
  return transitionsBetween(zone, clockToInstant(zone, first, 'from'), clockToInstant(zone, next, 'to'));
}

/** Whether a measure without a value is 0. Masked measures have none on purpose. */
function isFilled({ model, masked }: PlanContext, id: MemberId, fill: BucketFill): boolean {
  if (fill === 'null' || masked?.hides(id) || typeOfMeasure(model, id) !== 'number') return false;
  return fill === 'zero' || addsUp(model, id);
}

function addsUp(model: ModelIndex, id: MemberId): boolean {
  const { expression } = resolveAlias(model, id, 'measure').member;
  if (expression.kind === 'aggregate') return adding.has(expression.function);
  return expression.kind === 'stage' && adding.has(expression.makes);
}

const adding: ReadonlySet<string> = new Set(['count', 'count-distinct', 'count-distinct-approx', 'sum']);
