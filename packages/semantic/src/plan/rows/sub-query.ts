import {
  type CubeName,
  cubeOf,
  type Fragment,
  isRealCopyId,
  type MemberId,
  membersIn,
  type ModelIndex,
  requireCube,
} from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { itemAt } from '../tree/item-at.ts';
import { enterDimension } from './enter-dimension.ts';
import { dimension, type PerEntity, type PlanContext } from '../groups/grouping.ts';
import type { JoinTree } from '../joins/join-tree.ts';
import { column, measureOver, alongFixedPaths, requirementsOfRequested } from '../groups/measure-leaves.ts';
import { type JoinCondition, type Plan, nameOfMember } from '../plan.ts';
import {
  membersOfCondition,
  type Requirement,
  requirementsOfCondition,
  requirementsOfFragment,
  requirementsOfMember,
  resolveAlias,
  subQueriesOfMember,
} from '../joins/requirement.ts';
import { isRule, rulesInside } from '../guard/rules.ts';
import { groupColumns, settleMasks } from '../guard/settle-masks.ts';
import { alongViews } from '../joins/view-paths.ts';
import { type PlanCondition, type PlanExpression, typeOfRowExpression } from '../plan-expression.ts';

/**
 * Plans the measures of a sub-query dimension, one row per primary key of its cube, for joining to that cube's rows.
 *
 * @param rowFilters those of the outer query; they apply inside only when the dimension propagates them. Rules apply to
 * everything that is read @param tree of the outer query: inside, filters reach their cubes by the same joins
 */
export function planLookup(
  context: PlanContext,
  id: MemberId,
  rowFilters: readonly PlanCondition[],
  tree: JoinTree,
): Outcome<{ readonly plan: Plan; readonly on: JoinCondition }> {
  const { model } = context;
  const { member } = resolveAlias(model, id, 'dimension');
  if (member.expression.kind !== 'sub-query') throw new Error(`'${id}' is not a sub-query dimension`);
  const cube = requireCube(model, cubeOf(id));
  const entity = context.perEntity.get(member.id);
  const per = entity && resolveAlias(model, entity.per, 'dimension').member.id;
  const keys = per === undefined ? cube.primaryKey : [per];
  if (keys.length === 0) return fail(problem('plan.primary-key-required', { cube: cube.name }));

  const { sql } = member.expression;
  const measures = membersIn([sql]);
  const propagated = member.expression.propagatesFilters
    ? rowFilters.filter(
        (filter) =>
          !isRule(filter) && !membersOfCondition(filter).some((read) => subQueriesOfMember(model, read).includes(id)),
      )
    : [];
  const within = enterDimension(context, id, propagated);
  if (!within.ok) return within;
  const where = [...propagated, ...(entity?.where ?? [])];
  const read = [...measures, ...(per === undefined ? [] : [per]), ...where.flatMap(membersOfCondition)];
  // Members that a rule is made of are read without rules.
  const rules = isRealCopyId(id) ? [] : rulesInside(context, id, read);
  const inner = [...rules, ...where];
  const { context: settled, grouping } = settleMasks(
    context,
    {
      by: keys.map((key) => ({ name: nameOfMember(key), expression: dimension(model, key) })),
      measures,
      rowFilters: inner,
      requestedFilters: inner,
      required: [
        ...startOf(model, cube.name, entity, sql),
        ...alongFixedPaths(
          measures.flatMap((measure) => requirementsOfRequested(model, measure)),
          requirementsOfFragment(model, sql),
        ).map((required) => alongViews(model, context.views, required, cube.name)),
        ...inner
          .flatMap((filter) => requirementsOfCondition(model, filter))
          .map((required) => alongTree(tree, cube.name, required)),
      ],
    },
    cube.name,
  );
  // Its rows are others than those that a stage moves; filters that it takes over were moved with the stage.
  const moves = member.expression.propagatesFilters ? context.moves : [];
  const planned = settled.planGrouping({ ...settled, requestedOfGroups: [], within: within.value, moves }, grouping);
  if (!planned.ok) return planned;
  if (planned.value.repeats) return fail(problem('plan.several-rows', { member: id }));
  const { plan, by, leaves, root } = planned.value;
  const holdsEveryKey = root === cube.name && inner.length === 0;
  const leaf = (measure: MemberId): PlanExpression => {
    const found = leaves.get(measure);
    if (found === undefined) throw new Error(`the sub query of '${id}' lost '${measure}'`);
    return countsNothing(context, measure) && !holdsEveryKey
      ? { kind: 'or-zero', operand: column(found) }
      : column(found);
  };
  const groups = groupColumns(settled, grouping, by);
  const values = measures.map((measure) => ({
    member: measure,
    expression: measureOver(settled.model, measure, leaf, groups),
  }));
  if (per !== undefined) {
    // Rows without an entity are not kept, so what they find does not matter.
    const lookup = { dimension: id, measures: values, needsRow: false };
    const left = dimension(model, per);
    const pairs = [{ left, right: itemAt(by, 0), type: typeOfRowExpression(left) }];
    return succeed({ plan, on: { kind: 'match', pairs, lookup } });
  }
  const pairs = keys.map((key, index) => ({ member: key, column: itemAt(by, index) }));
  const isNullWithoutRow =
    member.expression.sql.parts.length === 1 && values.every(({ expression }) => expression.kind === 'column');
  const lookup = { dimension: id, measures: values, needsRow: cube.name !== tree.root && !isNullWithoutRow };
  return succeed({ plan, on: { kind: 'key', cube: cube.name, pairs, lookup } });
}

/** Cubes that tell the rows apart; a view leads to its own entities from where its measures start. */
function startOf(
  model: ModelIndex,
  cube: CubeName,
  entity: PerEntity | undefined,
  sql: Fragment,
): readonly Requirement[] {
  const isOfOneView = entity !== undefined && membersIn([sql]).every((id) => cubeOf(id) === cubeOf(entity.per));
  return isOfOneView ? requirementsOfMember(model, entity.per) : [{ cube, path: [cube] }];
}

/** Gives a requirement the joins of a tree, if they lead from `start` to its cube. */
export function alongTree(tree: JoinTree, start: CubeName, required: Requirement): Requirement {
  const path = [required.cube];
  for (let [head] = path; head !== undefined && head !== start; [head] = path) {
    const edge = tree.edges.find(({ to }) => to === head);
    if (!edge) return required;
    path.unshift(edge.from);
  }
  return { ...required, path };
}

/** Whether a measure of no rows is 0 rather than NULL. */
function countsNothing(context: PlanContext, id: MemberId): boolean {
  const { expression } = resolveAlias(context.model, id, 'measure').member;
  if (expression.kind !== 'aggregate') return false;
  return ['count', 'count-distinct', 'count-distinct-approx'].includes(expression.function);
}
