import type { AggregateFunction } from '../../model/model.ts';
import { dayMs, hourMs, minuteMs } from '../../time/clock.ts';
import { type Columns, nameOfMember } from '../columns.ts';
import { column } from '../measure-leaves.ts';
import {
  type ColumnId,
  mapInputs,
  type Plan,
  type PlanAggregate,
  type PlanColumn,
  type PlanExpression,
} from '../plan.ts';

type Aggregate = Extract<Plan, { kind: 'aggregate' }>;
type WindowJoin = Extract<Plan, { kind: 'join' }> & {
  readonly on: Extract<Extract<Plan, { kind: 'join' }>['on'], { kind: 'window' }>;
};
type Series = Extract<Plan, { kind: 'series' }>;

/**
 * Aggregates rows by day, hour or minute before they are joined to the windows they lie in, so that a row is read once and
 * not once for every window. Left alone where parts cannot be aggregated again, or windows begin inside of minutes.
 */
export function sumBeforeWindows(plan: Plan, columns: Columns): Plan {
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

type Step = (typeof steps)[number][0];

/** The coarsest unit at whose edges every bucket and every window begins and ends. */
function stepOf({ rule, bounds }: Series): Step | undefined {
  const distances = bounds.flatMap(({ bound }) => (bound.kind === 'moved' ? [bound.by.ms] : []));
  switch (rule.kind) {
    case 'steps':
      distances.push(rule.origin, rule.stepMs);
      break;
    case 'months':
      distances.push(rule.shiftMs);
      break;
    case 'calendar':
      distances.push(rule.origin, rule.interval.ms);
      break;
  }
  return steps.find(([, ms]) => distances.every((distance) => distance % ms === 0))?.[0];
}

const reaggregated: Readonly<Record<AggregateFunction, boolean>> = {
  count: true,
  sum: true,
  min: true,
  max: true,
  avg: true,
  'count-distinct': false,
  // Engines give the estimate, not the sketch behind it.
  'count-distinct-approx': false,
};

function isMadeOfParts(take: PlanAggregate): boolean {
  return take.over === 'rows' && take.operand === undefined && take.function !== 'raw' && reaggregated[take.function];
}

function rewrite(outer: Aggregate, join: WindowJoin, unit: Step, columns: Columns): Plan {
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
    input: join.left,
    by: [step, ...groups.flatMap(({ inner }) => (inner ? [inner] : []))],
    take: parts.flatMap(({ inner }) => inner),
  };
  const again: Plan = {
    kind: 'aggregate',
    input: { ...join, left: input, on: { ...join.on, time: column(step.column) } },
    by: groups.map((group) => group.outer),
    take: parts.flatMap((part) => part.outer),
  };
  if (parts.every(({ value }) => value === undefined)) return again;
  return {
    kind: 'project',
    input: again,
    take: [
      ...outer.by.map((item) => ({ column: item.column, expression: column(item.column) })),
      ...outer.take.map((take, index) => ({
        column: take.column,
        expression: parts[index]?.value ?? column(take.column),
      })),
    ],
  };
}

function isOfSeries(expression: PlanExpression): boolean {
  if (expression.kind === 'bucket') return isOfSeries(expression.operand);
  return expression.kind === 'column';
}

interface Parts {
  /** Over rows. */
  readonly inner: readonly PlanAggregate[];
  /** Over the results of `inner`. */
  readonly outer: readonly PlanAggregate[];
  /** What the measure is made of, if not of the one column of `outer`. */
  readonly value?: PlanExpression;
}

function partsOf(take: PlanAggregate, columns: Columns): Parts {
  const part = (over: AggregateFunction, again: AggregateFunction, result: ColumnId): Parts => {
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
