import {
  type ColumnId,
  mapInputs,
  type Plan,
  type PlanAggregate,
  type PlanColumn,
  type AggregatePlan,
} from '../plan.ts';
import { mapColumns, hasWindow, type PlanExpression } from '../plan-expression.ts';

type Combine = Extract<Plan, { kind: 'combine' }>;
type JoinNode = Extract<Plan, { kind: 'join' }>;

/**
 * Reads rows once for multi-stage measures that group the same rows: relations of the same groups become one, and sums
 * and counts of coarser groups are computed from the finer ones.
 */
export function shareGroups(plan: Plan): Plan {
  const inner = mapInputs(plan, shareGroups);
  if (inner.kind === 'combine') return mergeInputs(inner);
  return inner.kind === 'join' ? rollUp(inner) : inner;
}

/** A relation built from one grouping of rows. */
interface SharedGroups {
  readonly aggregate: AggregatePlan;
  /** The columns of the query, over those of the aggregate. */
  readonly columns: readonly PlanColumn[];
}

function groupsOf(plan: Plan): SharedGroups | undefined {
  if (plan.kind === 'aggregate') {
    if (plan.by.length + plan.take.length === 0) return undefined;
    return {
      aggregate: plan,
      columns: [...plan.by, ...plan.take].map(({ column }) => ({ column, expression: ref(column) })),
    };
  }
  if (plan.kind !== 'project' || plan.input.kind !== 'aggregate') return undefined;
  return { aggregate: plan.input, columns: plan.take };
}

function planOf({ aggregate, columns }: SharedGroups): Plan {
  return { kind: 'project', input: aggregate, take: columns };
}

/** Merges inputs that group the same rows by the same columns. */
function mergeInputs(plan: Combine): Plan {
  const merged: { groups: SharedGroups | undefined; plan: Plan; by: readonly ColumnId[] }[] = [];
  plan.inputs.forEach((input, index) => {
    const groups = groupsOf(input);
    const by = plan.by.map(({ from }) => from[index] as ColumnId);
    const host = groups && merged.find((one) => one.groups && hasSameGroups(one.groups.aggregate, groups.aggregate));
    if (!host?.groups || !groups) {
      merged.push({ groups, plan: input, by });
      return;
    }
    host.groups = merge(host.groups, groups);
    host.plan = planOf(host.groups);
  });
  if (merged.length === plan.inputs.length) return plan;
  const [only, ...others] = merged;
  if (only && others.length === 0) {
    const by = plan.by.map(({ column }, index) => ({ column, expression: ref(only.by[index] as ColumnId) }));
    const take = plan.take.map(({ column, from }) => ({ column, expression: ref(from) }));
    return { kind: 'project', input: only.plan, take: [...by, ...take] };
  }
  return {
    ...plan,
    inputs: merged.map((one) => one.plan),
    by: plan.by.map(({ column }, index) => ({ column, from: merged.map(({ by }) => by[index] as ColumnId) })),
  };
}

function hasSameGroups(one: AggregatePlan, other: AggregatePlan): boolean {
  return (
    one.by.length === other.by.length &&
    one.by.every(({ expression }, index) => isSame(expression, other.by[index]?.expression)) &&
    isSame(one.input, other.input)
  );
}

function merge(host: SharedGroups, guest: SharedGroups): SharedGroups {
  const { aggregate, known } = withTakes(host.aggregate, guest.aggregate.take);
  guest.aggregate.by.forEach(({ column }, index) => known.set(column, ref(host.aggregate.by[index]?.column ?? column)));
  const mine = new Set(guest.aggregate.by.map(({ column }) => column));
  const added = guest.columns
    .filter(({ expression }) => !(expression.kind === 'column' && mine.has(expression.column)))
    .map(({ column, expression }) => ({ column, expression: over(expression, known) }));
  return { aggregate, columns: [...host.columns, ...added] };
}

/** Adds aggregates to the node, and returns the column that replaces each. */
function withTakes(aggregate: AggregatePlan, takes: readonly PlanAggregate[]) {
  const known = new Map<ColumnId, PlanExpression>();
  const added: PlanAggregate[] = [];
  for (const { column, ...rest } of takes) {
    const twin = aggregate.take.find(({ column: _, ...other }) => isSame(other, rest));
    if (!twin) added.push({ column, ...rest });
    known.set(column, ref(twin?.column ?? column));
  }
  return { aggregate: { ...aggregate, take: [...aggregate.take, ...added] }, known };
}

/** Computes coarser groups of the same rows, repeated on the finer ones, from these. */
function rollUp(join: JoinNode): Plan {
  const { on } = join;
  if (on.kind !== 'match' || on.lookup || join.grain !== 'kept') return join;
  const [fine, coarse] = [groupsOf(join.left), groupsOf(join.right)];
  if (!fine || !coarse || !isSame(fine.aggregate.input, coarse.aggregate.input)) return join;
  if (coarse.aggregate.by.length !== on.pairs.length || !coarse.aggregate.take.every(addsUp)) return join;
  // Window functions refer to the coarser groups.
  if (coarse.columns.some(({ expression }) => hasWindow(expression))) return join;
  const within: PlanExpression[] = [];
  for (const { left, right } of on.pairs) {
    const finer = left.kind === 'column' ? keyBehind(fine, left.column) : undefined;
    const coarser = keyBehind(coarse, right);
    if (!finer || !coarser || !isSame(finer.expression, coarser.expression)) return join;
    within.push(ref(finer.column));
  }
  const { aggregate, known } = withTakes(fine.aggregate, coarse.aggregate.take);
  for (const { column } of coarse.aggregate.take) {
    known.set(column, { kind: 'sum-over-groups', operand: known.get(column) ?? ref(column), within });
  }
  coarse.aggregate.by.forEach(({ column, expression }) => {
    const finer = fine.aggregate.by.find((item) => isSame(item.expression, expression));
    known.set(column, ref(finer?.column ?? column));
  });
  const repeated = coarse.columns.map(({ column, expression }) => ({ column, expression: over(expression, known) }));
  return planOf({ aggregate, columns: [...fine.columns, ...repeated] });
}

/** Whether an aggregate of groups equals that of their rows, since each row is in one finer group. */
function addsUp({ function: name, over: what, operand }: PlanAggregate): boolean {
  return what === 'rows' && operand === undefined && (name === 'sum' || name === 'count');
}

/** The grouping expression behind one of the columns. */
function keyBehind({ aggregate, columns }: SharedGroups, id: ColumnId): PlanColumn | undefined {
  const expression = columns.find(({ column }) => column === id)?.expression;
  return expression?.kind === 'column' ? aggregate.by.find(({ column }) => column === expression.column) : undefined;
}

function over(expression: PlanExpression, known: ReadonlyMap<ColumnId, PlanExpression>): PlanExpression {
  return mapColumns(expression, (column) => known.get(column) ?? ref(column));
}

function ref(column: ColumnId): PlanExpression {
  return { kind: 'column', column };
}

/** Compares plans, which are plain data. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
