import type { ModelIndex } from '../model/model-index.ts';
import type { MemberId } from '../model/model.ts';
import { type Outcome, succeed } from '../problem/problem.ts';
import type { BoundQuery } from '../query/query.ts';
import { at } from './at.ts';
import type { Grouped, PlanContext } from './grouping.ts';
import { mapOperands } from './map-operands.ts';
import { column, measureOver } from './measure-leaves.ts';
import { overGroups } from './over-groups.ts';
import { overRows, rowConditions } from './over-rows.ts';
import type { ColumnId, PlanColumn } from './plan.ts';
import { planGrouping } from './plan-grouping.ts';
import type { Projected } from './projected.ts';
import { membersOf, membersOfFilter } from './question.ts';
import { membersOfExpression, type Requirement, stageDimensionsOfMember } from './requirement.ts';
import { isSwitch } from './switches.ts';

/** One row per group. */
export function planGrouped(
  query: BoundQuery,
  context: PlanContext,
  required: readonly Requirement[],
): Outcome<Projected> {
  const { model } = context;
  const dimensions = query.outputs.filter(({ role }) => role !== 'measure');
  const measures = [
    ...query.outputs.filter(({ role }) => role === 'measure').flatMap((output) => membersOf(output.expression)),
    ...query.groupFilters.flatMap(membersOfFilter),
  ];
  const rowFilters = rowConditions(query, model);
  const by = dimensions.map((output) => ({
    name: output.alias,
    expression: overRows(model, query.zone, output.expression),
  }));
  const entityBy = by.filter(({ expression }) => isOfRows(model, membersOfExpression(expression)));
  const grouped = planGrouping(
    { ...context, entityBy },
    {
      by,
      measures,
      rowFilters,
      askedFilters: rowFilters,
      required,
    },
  );
  if (!grouped.ok) return grouped;

  const measure = (id: MemberId) => measureOver(model, id, (leaf) => column(leafColumn(grouped.value, leaf)));
  let plan = grouped.value.plan;
  for (const filter of query.groupFilters) {
    const where = mapOperands(filter, (operand) => overGroups(operand, measure));
    plan = { kind: 'filter', input: plan, where };
  }
  let grouping = 0;
  const take = query.outputs.map((output): PlanColumn => {
    const expression =
      output.role === 'measure' ? overGroups(output.expression, measure) : column(at(grouped.value.by, grouping++));
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
