import {
  bucketRule,
  cubeOf,
  type CustomGranularity,
  type Dimension,
  type MemberId,
  requireCube,
} from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { itemAt } from '../tree/item-at.ts';
import { dimension, type PlanContext } from '../groups/grouping.ts';
import { column } from '../groups/measure-leaves.ts';
import type { ColumnId, Plan, WindowBound } from '../plan.ts';
import { requirementsOfCondition, requirementsOfExpression } from '../joins/requirement.ts';
import { rulesTouchedBy } from '../guard/rules.ts';
import type { TimeAxis } from './time-spine.ts';
import type { Ends } from './window-ends.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

/** Buckets that only the rows of a calendar determine. */
interface CalendarBuckets {
  readonly dimension: Dimension;
  readonly granularity: CustomGranularity;
}

/** The buckets with which windows begin, where a calendar's SQL computes them. */
export function calendarOf(axis: TimeAxis, { from }: Ends): CalendarBuckets | undefined {
  if (from?.kind !== 'start-of' || typeof from.granularity === 'string') return undefined;
  const { granularity } = from;
  if (bucketRule(granularity)) return undefined;
  const defines = ({ granularities = [] }: Dimension) => granularities.some(({ name }) => name === granularity.name);
  const found = axis.shownBy.find(defines);
  if (!found) throw new Error(`no dimension defines the granularity '${granularity.name}'`);
  return { dimension: found, granularity };
}

/** The start of the bucket of the series plus one moment, so that a bucket with the same start lies before it. */
export const behindStart: WindowBound = { kind: 'moved', edge: 'start', by: { months: 0, ms: 1 } };

/**
 * Adds the start of the calendar's bucket to each bucket of the series: the last start that is not after it. Buckets
 * before the first start of the calendar are left out.
 *
 * @param behind the column of the series with `behindStart`
 */
export function withStarts(
  context: PlanContext,
  { dimension: { id }, granularity }: CalendarBuckets,
  series: Extract<Plan, { kind: 'series' }>,
  behind: ColumnId,
  member: MemberId,
): Outcome<{ readonly plan: Plan; readonly start: ColumnId }> {
  const { model, columns, zone } = context;
  const cube = requireCube(model, cubeOf(id));
  if (cube.primaryKey.length !== 1 || cube.primaryKey[0] !== id) {
    return fail(problem('plan.rolling-several-calendars', { member, granularity: granularity.name, dimension: id }));
  }
  const expression: PlanExpression = { kind: 'bucket', operand: dimension(model, id), granularity, zone };
  const isThere: PlanCondition = { kind: 'null', operand: expression, isNegated: true };
  const rowFilters = [...rulesTouchedBy(model, context.rules, [id]), isThere];
  const starts = context.planGrouping(
    {
      ...context,
      requestedOfGroups: [],
      shiftedCalendars: new Map(),
      shiftedDays: new Map(),
      moves: [],
      entities: { by: [], shownBy: [], shifts: [] },
    },
    {
      by: [{ name: 'start', expression }],
      measures: [],
      rowFilters,
      requestedFilters: rowFilters,
      required: [
        ...requirementsOfExpression(model, expression),
        ...rowFilters.flatMap((filter) => requirementsOfCondition(model, filter)),
      ],
    },
  );
  if (!starts.ok) return starts;
  const step = itemAt(starts.value.by, 0);
  const next = columns.add('next_start');
  const kept = [series.bucket, ...series.bounds.map((one) => one.column)].filter((one) => one !== behind);
  const accumulated: Plan = {
    kind: 'accumulate',
    input: starts.value.plan,
    within: [],
    along: step,
    isBackwards: false,
    next,
    take: [],
  };
  const reached: Plan = {
    kind: 'join',
    left: accumulated,
    right: series,
    on: { kind: 'reached', step, next, bound: behind, isBackwards: false },
    grain: 'multiplied',
  };
  const by = [step, ...kept].map((one) => ({ column: one, expression: column(one) }));
  return succeed({ plan: { kind: 'aggregate', input: reached, by, take: [] }, start: step });
}
