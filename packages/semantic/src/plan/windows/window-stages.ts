import { bucketRule, type MemberId, nameOfGranularity, type StageExpression } from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { itemAt } from '../tree/item-at.ts';
import type { GroupedPlan, Grouping, PlanContext } from '../groups/grouping.ts';
import { column } from '../groups/measure-leaves.ts';
import { type Plan, type PlanAggregate, type PlanColumn, nameOfMember } from '../plan.ts';
import {
  membersOfCondition,
  membersOfExpression,
  resolveAlias,
  stageDimensionsOfMember,
} from '../joins/requirement.ts';
import { settleMasks } from '../guard/settle-masks.ts';
import { effective, shownTime } from './shown-time.ts';
import { includedItems, innerGrouping, type InnerGrouping } from '../stages/stage-grouping.ts';
import { type InnerRows, measuresOf, missingDimensions, planStages, stageOf } from '../stages/plan-stages.ts';
import { stageValue } from '../stages/stage-value.ts';
import type { TimeAxis } from './time-spine.ts';
import { endsWithBuckets, type Ends } from './window-ends.ts';
import type { PlanExpression } from '../plan-expression.ts';

/** Whether a measure with windows aggregates values of other measures per bucket, not rows. */
export function isOfBuckets({ model }: PlanContext, leaf: MemberId): boolean {
  return resolveAlias(model, leaf, 'measure').member.expression.kind === 'stage';
}

/**
 * Plans aggregates over windows of values that other measures have per bucket of time: values are those of the groups
 * of the query, or of the included grain, and each lies completely inside or outside a window.
 *
 * @param around the query, by the buckets of the series, with the filters of the rows that windows reach
 */
export function planWindowStages(
  context: PlanContext,
  axis: TimeAxis,
  around: Grouping,
  grouping: Grouping,
  ends: Ends,
  leaves: readonly MemberId[],
): Outcome<readonly GroupedPlan[]> {
  const { windows } = around;
  if (!windows) throw new Error('windows lie along a series');
  const planned: GroupedPlan[] = [];
  for (const leaf of leaves) {
    const refused = refuseEntities(context, around, leaf);
    if (refused) return refused;
    const inner = innerRows(context, axis, around, grouping, leaf);
    if (!inner.ok) return inner;
    const { rows, time } = inner.value;
    const whole = refusePartOfBucket(context, axis, time.expression, ends, leaf);
    if (whole) return whole;
    const missing = missingDimensions(context, rows, leaf);
    if (missing.length > 0) return fail(...missing);
    const { series, ...on } = windows;
    const joined: Plan = {
      kind: 'join',
      left: rows.grouped.plan,
      right: series,
      on: { ...on, kind: 'window', time: column(itemAt(rows.grouped.by, time.index)) },
      grain: 'multiplied',
    };
    planned.push(aggregate(context, axis, around, rows, joined, leaf));
  }
  return succeed(planned);
}

/** Uses the included buckets when the query has none. */
export function planStagesWithoutAxis(
  context: PlanContext,
  grouping: Grouping,
  leaves: readonly MemberId[],
): Outcome<readonly GroupedPlan[]> {
  // Other problems come first, so that missing buckets are reported only when they are the only one.
  const planned = planStages(context, grouping, leaves);
  if (!planned.ok) return planned;
  for (const leaf of leaves) {
    const { include } = stageOf(context, leaf).grain;
    const hasTime = include.some(
      ({ member }) => resolveAlias(context.model, member, 'dimension').member.type === 'time',
    );
    if (hasTime) continue;
    const hint =
      'Add a granularity to the query, or name the buckets in the model: multi_stage: true and grain: { include: [created_at.day] }, with the name of the time';
    return fail(problem('plan.window-without-buckets', { member: leaf }, { hint }));
  }
  return planned;
}

interface Inner {
  readonly rows: InnerRows;
  /** The column that decides in which windows an inner row lies. */
  readonly time: { readonly index: number; readonly expression: PlanExpression };
}

/**
 * Inner rows, grouped by everything the query shows except its time, by the included grain, and by buckets of that
 * time.
 */
function innerRows(
  context: PlanContext,
  axis: TimeAxis,
  around: Grouping,
  grouping: Grouping,
  leaf: MemberId,
): Outcome<Inner> {
  const { windows: _, ...plain } = around;
  const stage = stageOf(context, leaf);
  const others = grouping.by.filter((_, index) => !axis.columns.has(index));
  const included = includedItems(context, stage.grain.include, others);
  const isIncluded = included.some(({ expression }) => isOfAxis(context, axis, expression));
  // The buckets of the query are used where the grain includes no part of its time.
  const by = isIncluded ? others : [...others, itemAt(grouping.by, axis.index)];
  const inner = innerGrouping(context, { ...plain, by }, stage, (filters) => measuresOf(context, leaf, filters));
  if (!inner.ok) return inner;
  const { propagated } = around;
  const settled = settleMasks(context, { ...inner.value.grouping, ...(propagated ? { propagated } : {}) });
  const requested: InnerGrouping = { ...inner.value, grouping: settled.grouping };
  const grouped = context.planGrouping(
    {
      ...settled.context,
      entities: requested.entities,
      shiftedCalendars: requested.shiftedCalendars,
      shiftedDays: requested.shiftedDays,
      moves: requested.moves,
      requestedOfGroups: [],
    },
    requested.grouping,
  );
  if (!grouped.ok) return grouped;
  const index = finestTime(context, axis, requested.grouping.by);
  return succeed({
    rows: { ...requested, grouped: grouped.value },
    time: { index, expression: itemAt(requested.grouping.by, index).expression },
  });
}

function finestTime(context: PlanContext, axis: TimeAxis, by: Grouping['by']): number {
  const found = by.flatMap(({ expression }, index) => (isOfAxis(context, axis, expression) ? [index] : []));
  const whole = found.find((index) => bucketOf(context, itemAt(by, index).expression) === undefined);
  return whole ?? itemAt(found, 0);
}

function isOfAxis(context: PlanContext, axis: TimeAxis, expression: PlanExpression): boolean {
  const shown = shownTime(context, expression);
  return shown !== undefined && JSON.stringify(shown.operand) === JSON.stringify(axis.operand);
}

/** Returns `undefined` for a time shown unchanged. */
function bucketOf(context: PlanContext, expression: PlanExpression) {
  const granularities = shownTime(context, expression)?.granularities ?? [];
  if (granularities.length === 0) return undefined;
  const settled = effective(granularities);
  return settled.ok ? settled.granularity : settled.crossing[0];
}

function refusePartOfBucket(
  context: PlanContext,
  axis: TimeAxis,
  time: PlanExpression,
  ends: Ends,
  leaf: MemberId,
): Outcome<never> | undefined {
  const bucket = bucketOf(context, time);
  if (!bucket) return undefined;
  const rule = bucketRule(bucket);
  if (rule && endsWithBuckets(rule, axis.rule, ends)) return undefined;
  const hint =
    'Query a finer granularity, or name finer buckets in the model: multi_stage: true and grain: { include: [created_at.day] }, with the name of the time';
  return fail(problem('plan.window-inside-bucket', { member: leaf, granularity: nameOfGranularity(bucket) }, { hint }));
}

/** Refuses entities: they depend on the bucket of the window, but their values were computed before. */
function refuseEntities({ model }: PlanContext, around: Grouping, leaf: MemberId): Outcome<never> | undefined {
  const read = [
    ...around.by.flatMap(({ expression }) => membersOfExpression(expression)),
    ...around.rowFilters.flatMap(membersOfCondition),
  ];
  const [dimension] = read.flatMap((member) => stageDimensionsOfMember(model, member));
  return dimension === undefined
    ? undefined
    : fail(problem('plan.window-beside-entities', { member: leaf, dimension }));
}

function aggregate(
  context: PlanContext,
  axis: TimeAxis,
  around: Grouping,
  rows: InnerRows,
  joined: Plan,
  leaf: MemberId,
): GroupedPlan {
  let inner = 0;
  const by = around.by.map(({ name, expression }, index): PlanColumn => {
    const shown = axis.columns.has(index) ? expression : column(itemAt(rows.grouped.by, inner++));
    return { column: context.columns.add(name), expression: shown };
  });
  const take: PlanAggregate = {
    column: context.columns.add(nameOfMember(leaf)),
    measure: leaf,
    over: 'rows',
    function: functionOf(stageOf(context, leaf)),
    operand: stageValue(context, rows, leaf),
    mayBeUnmatched: false,
  };
  return {
    plan: { kind: 'aggregate', input: joined, by, take: [take] },
    by: by.map((item) => item.column),
    leaves: new Map([[leaf, take.column]]),
    root: rows.grouped.root,
  };
}

function functionOf({ makes }: StageExpression): PlanAggregate['function'] {
  if (makes === 'rank' || makes === 'value') throw new Error('what has windows is an aggregate');
  return makes;
}
