import type { MemberId, ModelIndex } from '../../model/index.ts';
import { type Outcome, succeed } from '../../problem/index.ts';
import { type BoundQuery, type Condition, mapOperands, membersOfFilter, operandsIn } from '../../query/index.ts';
import { measuresTested, queryGrouping } from './query-grouping.ts';
import { itemAt } from '../tree/item-at.ts';
import { fillBuckets } from '../windows/fill-buckets.ts';
import type { FinishedGroups, GroupedPlan, PlanContext } from './grouping.ts';
import { column, measureOver } from './measure-leaves.ts';
import { groupExpression } from './group-expressions.ts';
import { asStored } from '../rows/row-expressions.ts';
import { type ColumnId, type Plan, type PlanColumn, nameOfMember } from '../plan.ts';
import { planGrouping } from './plan-grouping.ts';
import type { Projected } from '../tree/projected-plan.ts';
import { membersOfExpression, type Requirement, stageDimensionsOfMember } from '../joins/requirement.ts';
import { groupColumns, settleMasks } from '../guard/settle-masks.ts';
import { readsSwitch } from '../switches/switches.ts';
import { expressionsIn, type PlanExpression } from '../plan-expression.ts';

/** Plans one row per group. */
export function planGrouped(
  query: BoundQuery,
  requested: PlanContext,
  required: readonly Requirement[],
): Outcome<Projected> {
  const whole = queryGrouping(query, requested.model, required);
  const { context, grouping } = requested.masked
    ? settleMasks(requested, whole)
    : { context: requested, grouping: whole };
  const { model } = context;
  const by = grouping.by.filter(({ expression }) => isOfRows(model, membersOfExpression(expression)));
  const grouped = planGrouping({ ...context, entities: { by, shownBy: by, shifts: [] } }, grouping);
  if (!grouped.ok) return grouped;

  const groups = context.masked ? groupColumns(context, grouping, grouped.value.by) : [];
  const finish = (id: MemberId) => measureOver(model, id, (leaf) => column(leafColumn(grouped.value, leaf)), groups);
  if (query.fill !== undefined) {
    const filled = fillBuckets(context, grouping, grouped.value, { fill: query.fill, finish });
    return filled.ok ? succeed(showGroups(query, context, filled.value)) : filled;
  }
  const tested = groups.length > 0 ? query.groupFilters.flatMap((filter) => measuresTested(model, filter)) : [];
  const finished = new Map(tested.map((id) => [id, context.columns.add(nameOfMember(id))]));
  const plan = finished.size > 0 ? withFinished(grouped.value, finished, finish) : grouped.value.plan;
  const test = (id: MemberId) => {
    const known = finished.get(id);
    return known === undefined ? finish(id) : column(known);
  };
  return succeed(showGroups(query, context, { plan, by: grouped.value.by, measure: finish }, test));
}

/** Tests groups, and shows what the query asks for. @param test a measure as it is tested */
function showGroups(
  query: BoundQuery,
  context: PlanContext,
  { plan: groups, by, measure }: FinishedGroups,
  test = measure,
): Projected {
  const { model } = context;
  const keys = columnsOfKeys(query, model, by);
  let plan = groups;
  for (const filter of query.groupFilters) {
    const where = mapOperands(asStored(filter, model, query.zone), (operand) =>
      groupExpression(operand, { measure: test, key: (expression) => keys?.get(JSON.stringify(expression)) }),
    );
    const readsGroups = operandsIn(where).some((operand) => readsColumns(operand, by));
    plan = { kind: 'filter', input: plan, where, ...(readsGroups ? { readsGroups } : {}) };
  }
  let position = 0;
  const take = query.outputs.map((output): PlanColumn => {
    const expression =
      output.role === 'measure' ? groupExpression(output.expression, { measure }) : column(itemAt(by, position++));
    return { column: context.columns.add(output.alias), expression };
  });
  return { plan: { kind: 'project', input: plan, take }, columns: take.map((item) => item.column) };
}

/** Columns of the groups, by the expressions of the query that they show; `undefined` where no test reads them. */
function columnsOfKeys(
  { groupFilters, outputs }: BoundQuery,
  model: ModelIndex,
  by: readonly ColumnId[],
): ReadonlyMap<string, PlanExpression> | undefined {
  const readsKeys = (filter: Condition) => membersOfFilter(filter).length > measuresTested(model, filter).length;
  if (!groupFilters.some(readsKeys)) return undefined;
  const keys = outputs.filter(({ role }) => role !== 'measure');
  return new Map(keys.map(({ expression }, index) => [JSON.stringify(expression), column(itemAt(by, index))]));
}

function readsColumns(expression: PlanExpression, columns: readonly ColumnId[]): boolean {
  if (expression.kind === 'column') return columns.includes(expression.column);
  return expressionsIn(expression).some((inner) => readsColumns(inner, columns));
}

/** Finishes measures that read the grouping before they are tested, because not every engine can do both at once. */
function withFinished(
  { plan, by, leaves }: GroupedPlan,
  finished: ReadonlyMap<MemberId, ColumnId>,
  measure: (id: MemberId) => PlanExpression,
): Plan {
  const kept = [...by, ...leaves.values()].map((id): PlanColumn => ({ column: id, expression: column(id) }));
  const made = [...finished].map(([id, to]): PlanColumn => ({ column: to, expression: measure(id) }));
  return { kind: 'project', input: plan, take: [...kept, ...made] };
}

/** Whether rows have such a value by themselves. */
function isOfRows(model: ModelIndex, members: readonly MemberId[]): boolean {
  return members.every((member) => !readsSwitch(model, member) && stageDimensionsOfMember(model, member).length === 0);
}

function leafColumn(grouped: GroupedPlan, leaf: MemberId): ColumnId {
  const found = grouped.leaves.get(leaf);
  if (found === undefined) throw new Error(`the plan lost the measure '${leaf}'`);
  return found;
}
