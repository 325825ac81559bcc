import type { ModelIndex } from '../model/model-index.ts';
import type { MemberId } from '../model/model.ts';
import { type Outcome, succeed } from '../problem/problem.ts';
import type { BoundQuery } from '../query/query.ts';
import { askedGrouping } from './asked-grouping.ts';
import { at } from './at.ts';
import type { Grouped, PlanContext } from './grouping.ts';
import { mapOperands } from './map-operands.ts';
import { column, measureOver } from './measure-leaves.ts';
import { overGroups } from './over-groups.ts';
import type { ColumnId, PlanColumn } from './plan.ts';
import { planGrouping } from './plan-grouping.ts';
import type { Projected } from './projected.ts';
import { membersOfExpression, type Requirement, stageDimensionsOfMember } from './requirement.ts';
import { isSwitch } from './switches.ts';

/** One row per group. */
export function planGrouped(
  query: BoundQuery,
  context: PlanContext,
  required: readonly Requirement[],
): Outcome<Projected> {
  const { model } = context;
  const grouping = askedGrouping(query, model, required);
  const entityBy = grouping.by.filter(({ expression }) => isOfRows(model, membersOfExpression(expression)));
  const grouped = planGrouping({ ...context, entityBy }, grouping);
  if (!grouped.ok) return grouped;

  const measure = (id: MemberId) => measureOver(model, id, (leaf) => column(leafColumn(grouped.value, leaf)));
  let plan = grouped.value.plan;
  for (const filter of query.groupFilters) {
    const where = mapOperands(filter, (operand) => overGroups(operand, measure));
    plan = { kind: 'filter', input: plan, where };
  }
  let position = 0;
  const take = query.outputs.map((output): PlanColumn => {
    const expression =
      output.role === 'measure' ? overGroups(output.expression, measure) : column(at(grouped.value.by, position++));
    return { column: context.columns.add(output.alias), expression };
  });
  return succeed({ plan: { kind: 'project', input: plan, take }, columns: take.map((item) => item.column) });
}

/** Whether rows have such a value by themselves. */
function isOfRows(model: ModelIndex, members: readonly MemberId[]): boolean {
  return members.every((member) => !isSwitch(model, member) && stageDimensionsOfMember(model, member).length === 0);
}

function leafColumn(grouped: Grouped, leaf: MemberId): ColumnId {
  const found = grouped.leaves.get(leaf);
  if (found === undefined) throw new Error(`the plan lost the measure '${leaf}'`);
  return found;
}
