import { type AggregateFunction, bucketRule } from '../../model/index.ts';
import { type BucketRule, dayMs, hourMs, minuteMs, nests, utc } from '../../time/index.ts';
import { column } from '../groups/measure-leaves.ts';
import {
  type ColumnId,
  mapInputs,
  type Plan,
  type PlanAggregate,
  type PlanColumn,
  type WindowBound,
  type PlanColumnNumbers,
  nameOfMember,
  type AggregatePlan,
  type SeriesPlan,
} from '../plan.ts';
import type { PlanExpression } from '../plan-expression.ts';

type WindowJoin = Extract<Plan, { kind: 'join' }> & {
  readonly on: Extract<Extract<Plan, { kind: 'join' }>['on'], { kind: 'window' }>;
};

/**
 * Aggregates rows by day, hour or minute before they are joined to their windows, so that a row is read once instead of
 * once per window. Does nothing where partial results cannot be aggregated again, or windows begin within a minute.
 */
export function sumBeforeWindows(plan: Plan, columns: PlanColumnNumbers): Plan {
  const inner = mapInputs(plan, (input) => sumBeforeWindows(input, columns));
  if (inner.kind !== 'aggregate' || !isWindowJoin(inner.input)) return inner;
  const { right: series } = inner.input;
  const unit = series.kind === 'series' ? stepOf(series) : undefined;
  if (!unit || inner.take.length === 0 || !inner.take.every(isMadeOfParts)) return inner;
  return rewrite(inner, inner.input, unit, columns);
}

function isWindowJoin(plan: Plan): plan is WindowJoin {
  return plan.kind === 'join' && plan.on.kind === 'window' && plan.on.time.kind === 'local-time';
}

const steps = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

type PassStep = (typeof steps)[number][0];

/** The coarsest unit whose edges include the edges of every bucket and window. */
function stepOf({ rule, bounds }: SeriesPlan): PassStep | undefined {
  const distances = [rule, ...bounds.flatMap(({ bound }) => ruleOfBound(bound) ?? [])].flatMap(distancesOf);
  for (const { bound } of bounds) if (bound.kind === 'moved') distances.push(bound.by.ms);
  return steps.find(([, ms]) => distances.every((distance) => distance % ms === 0))?.[0];
}

/** Distances that must be whole steps, so that all edges of buckets are edges of steps. */
function distancesOf(rule: BucketRule): readonly number[] {
  switch (rule.kind) {
    case 'steps':
      return [rule.origin, rule.stepMs];
    case 'months':
      return [rule.shiftMs];
    case 'calendar':
      return [rule.origin, rule.interval.ms];
  }
}

function ruleOfBound(bound: WindowBound): BucketRule | undefined {
  return bound.kind === 'start-of' ? bucketRule(bound.granularity) : undefined;
}

const reaggregated: Readonly<Record<AggregateFunction, boolean>> = {
  count: true,
  sum: true,
  min: true,
  max: true,
  avg: true,
  'count-distinct': false,
  // Engines return the estimate, not the underlying sketch.
  'count-distinct-approx': false,
};

function isMadeOfParts(take: PlanAggregate): boolean {
  return take.over === 'rows' && take.operand === undefined && take.function !== 'raw' && reaggregated[take.function];
}

function rewrite(outer: AggregatePlan, join: WindowJoin, unit: PassStep, columns: PlanColumnNumbers): Plan {
  const { time } = join.on;
  if (time.kind !== 'local-time') throw new Error('the time of a window join is on the clock');
  const step: PlanColumn = {
    column: columns.add('step'),
    expression: { ...time, kind: 'bucket', granularity: unit },
  };
  const groups = outer.by.map((item) => {
    if (isOfSeries(item.expression)) return { outer: item };
    const inner = { column: columns.add(columns.names[item.column] ?? ''), expression: item.expression };
    return { inner, outer: { column: item.column, expression: column(inner.column) } };
  });
  const parts = outer.take.map((take) => partsOf(take, columns));
  const input: Plan = {
    kind: 'aggregate',
    input: timed(join),
    by: [step, ...groups.flatMap(({ inner }) => (inner ? [inner] : []))],
    take: parts.flatMap(({ inner }) => inner),
  };
  const reached = reachedRows(
    join,
    input,
    step,
    groups.flatMap(({ inner }) => (inner ? [inner] : [])),
    parts,
    columns,
  );
  if (reached)
    return projected(
      outer,
      groups.map((group) => group.outer),
      parts,
      reached,
    );
  const again: Plan = {
    kind: 'aggregate',
    input: { ...join, left: input, on: { ...join.on, time: column(step.column) } },
    by: groups.map((group) => group.outer),
    take: parts.flatMap((part) => part.outer),
  };
  if (parts.every(({ value }) => value === undefined)) return again;
  const same = outer.by.map((item) => ({ column: item.column, expression: column(item.column) }));
  return projected(outer, same, parts, again);
}

/** Drops rows without a time: they lie in no window, and would be sorted before or after the others. */
function timed({ left, on }: WindowJoin): Plan {
  if (on.time.kind !== 'local-time' || isInRange(left, on.time.operand)) return left;
  return { kind: 'filter', input: left, where: { kind: 'null', operand: on.time.operand, isNegated: true } };
}

function isInRange(plan: Plan, time: PlanExpression): boolean {
  if (plan.kind !== 'filter') return false;
  const { where } = plan;
  const isRange = where.kind === 'range' && !where.isNegated && JSON.stringify(where.operand) === JSON.stringify(time);
  return isRange || isInRange(plan.input, time);
}

/** Restores the columns of the previous aggregate from its replacement. */
function projected(outer: AggregatePlan, by: readonly PlanColumn[], parts: readonly WindowParts[], input: Plan): Plan {
  const take = outer.take.map((one, index) => ({
    column: one.column,
    expression: parts[index]?.value ?? column(one.column),
  }));
  return { kind: 'project', input, take: [...by, ...take] };
}

/**
 * Plans windows that begin with all time or a unit of the calendar, each of which contains the previous one. Parts are
 * added up once, and each window reads the sum at its end.
 */
function reachedRows(
  { on, right: series }: WindowJoin,
  input: Plan,
  step: PlanColumn,
  groups: readonly PlanColumn[],
  parts: readonly WindowParts[],
  columns: PlanColumnNumbers,
): Plan | undefined {
  if (series.kind !== 'series') return undefined;
  const isBackwards = on.to === undefined;
  const bound = isBackwards ? on.from : on.to;
  if (bound === undefined) return undefined;
  const begins = isBackwards ? undefined : series.bounds.find(({ column: id }) => id === on.from)?.bound;
  const unit = begins && ruleOfBound(begins);
  if (begins && !(unit && nests(series.rule, unit))) return undefined;
  const within = groups.map((group): PlanColumn => ({ column: group.column, expression: column(group.column) }));
  const since: PlanColumn | undefined =
    begins?.kind === 'start-of'
      ? {
          column: columns.add('since'),
          expression: { kind: 'bucket', operand: column(step.column), granularity: begins.granularity, zone: utc },
        }
      : undefined;
  const next = columns.add('next_step');
  const accumulated: Plan = {
    kind: 'accumulate',
    input,
    within: since ? [...within, since] : within,
    along: step.column,
    isBackwards,
    next,
    take: parts.flatMap((part) =>
      part.outer.map((take, index) => ({
        column: take.column,
        function: take.function === 'min' || take.function === 'max' ? take.function : 'sum',
        from: part.inner[index]?.column ?? take.column,
      })),
    ),
  };
  const began = since && on.from !== undefined ? { since: { left: since.column, right: on.from } } : {};
  return {
    kind: 'join',
    left: accumulated,
    right: series,
    on: { kind: 'reached', step: step.column, next, bound, isBackwards, ...began },
    grain: 'multiplied',
  };
}

function isOfSeries(expression: PlanExpression): boolean {
  if (expression.kind === 'bucket') return isOfSeries(expression.operand);
  return expression.kind === 'column';
}

interface WindowParts {
  /** Aggregates over rows. */
  readonly inner: readonly PlanAggregate[];
  /** Aggregates over the results of `inner`. */
  readonly outer: readonly PlanAggregate[];
  /** Expression of the measure, if it is not the single column of `outer`. */
  readonly value?: PlanExpression;
}

function partsOf(take: PlanAggregate, columns: PlanColumnNumbers): WindowParts {
  const part = (over: AggregateFunction, again: AggregateFunction, result: ColumnId): WindowParts => {
    const inner = { ...take, function: over, column: columns.add(nameOfMember(take.measure)) };
    return { inner: [inner], outer: [{ ...take, function: again, column: result, operand: column(inner.column) }] };
  };
  switch (take.function) {
    case 'avg': {
      const [sum, count] = [columns.add('sum'), columns.add('count')];
      const [sums, counts] = [part('sum', 'sum', sum), part('count', 'sum', count)];
      return {
        inner: [...sums.inner, ...counts.inner],
        outer: [...sums.outer, ...counts.outer],
        value: { kind: 'call', function: 'divide', type: 'number', arguments: [column(sum), column(count)] },
      };
    }
    case 'min':
    case 'max':
      return part(take.function, take.function, take.column);
    case 'count':
      return part('count', 'sum', take.column);
    case 'sum':
      return part('sum', 'sum', take.column);
    case 'count-distinct':
    case 'count-distinct-approx':
    case 'raw':
      throw new Error(`'${take.measure}' is not made of parts`);
  }
}
