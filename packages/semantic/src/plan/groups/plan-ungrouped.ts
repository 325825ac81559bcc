import { askedFor, cubeOf, type MemberId, type ModelIndex } from '../../model/index.ts';
import { fail, type Outcome, problem, type Problem, succeed } from '../../problem/index.ts';
import { type BoundQuery, membersOf } from '../../query/index.ts';
import { queryGrouping } from './query-grouping.ts';
import type { PlanContext } from './grouping.ts';
import { findJoinTree, type JoinTree } from '../joins/join-tree.ts';
import { leavesOf, measureOver } from './measure-leaves.ts';
import { groupExpression } from './group-expressions.ts';
import { rowExpression } from '../rows/row-expressions.ts';
import type { PlanColumn } from '../plan.ts';
import type { Projected } from '../tree/projected-plan.ts';
import { membersOfCondition, membersOfExpression, type Requirement, resolveAlias } from '../joins/requirement.ts';
import { joinRows } from '../rows/join-rows.ts';
import { rowLimits } from '../guard/rules.ts';
import { settleMasks } from '../guard/settle-masks.ts';
import { readsSwitch } from '../switches/switches.ts';
import type { PlanExpression } from '../plan-expression.ts';

/** Plans one row per row of the joined cubes. */
export function planUngrouped(
  query: BoundQuery,
  requested: PlanContext,
  required: readonly Requirement[],
): Outcome<Projected> {
  const { context, grouping } = settleMasks(requested, queryGrouping(query, requested.model, required));
  const { model } = context;
  const found = findJoinTree(model, grouping.required);
  if (!found.ok) return found;
  const tree = found.value;
  context.noticeJoins?.(tree, context.within);
  const leaves = query.outputs
    .flatMap((output) => (output.role === 'measure' ? membersOf(output.expression) : []))
    .flatMap((id) => leavesOf(model, id));
  const refused = [...new Set(leaves.map(askedFor))].flatMap((member) => refuseLeaf(model, member));
  if (refused.length > 0) return fail(...refused);

  const take = query.outputs.map((output): PlanColumn => {
    const expression =
      output.role === 'measure'
        ? groupExpression(output.expression, {
            measure: (id) => measureOver(model, id, (leaf) => rowMeasure(leaf, tree)),
          })
        : rowExpression(model, query.zone, output.expression);
    return { column: context.columns.add(output.alias), expression };
  });
  const rowFilters = rowLimits(query, model);
  const reads = [
    ...take.flatMap(({ expression }) => membersOfExpression(expression)),
    ...rowFilters.flatMap(membersOfCondition),
  ];
  const switches = [...new Set(reads.filter((member) => readsSwitch(model, member)))];
  if (switches.length > 0) return fail(...switches.map((dimension) => problem('plan.ungrouped-switch', { dimension })));
  const rows = joinRows(context, tree, rowFilters, reads);
  if (!rows.ok) return rows;
  return succeed({ plan: { kind: 'project', input: rows.value, take }, columns: take.map((item) => item.column) });
}

/** Whether a measure has a value for a single row, so that an ungrouped query may select it. */
export function hasRowValue(model: ModelIndex, measure: MemberId): boolean {
  return leavesOf(model, measure).every((leaf) => refuseLeaf(model, askedFor(leaf)).length === 0);
}

const groupedHint = 'Query without "ungrouped", or leave the measure out';

/** Refuses measures that have no value for a single row. */
function refuseLeaf(model: ModelIndex, member: MemberId): readonly Problem[] {
  const { expression } = resolveAlias(model, member, 'measure').member;
  if ('window' in expression && expression.window)
    return [problem('plan.ungrouped-rolling', { member }, { hint: groupedHint })];
  switch (expression.kind) {
    case 'raw-aggregate':
      return [problem('plan.ungrouped-aggregate', { member }, { hint: groupedHint })];
    case 'stage':
      return [problem('plan.ungrouped-stage', { member }, { hint: groupedHint })];
    case 'aggregate':
    case 'calculated':
    case 'windowed':
    case 'alias':
      return [];
  }
}

function rowMeasure(leaf: MemberId, tree: JoinTree): PlanExpression {
  return { kind: 'row-measure', member: leaf, mayBeUnmatched: cubeOf(leaf) !== tree.root };
}
