import { cubeOf, fragmentsOf, type MemberId, membersIn, type ModelIndex, requireMember } from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { itemAt } from '../tree/item-at.ts';
import { enterDimension } from './enter-dimension.ts';
import type { EntityGrain, Grouping, PlanContext } from '../groups/grouping.ts';
import { cubesOf, type JoinTree } from '../joins/join-tree.ts';
import { column, measureOver, requirementsOfRequested } from '../groups/measure-leaves.ts';
import type { JoinCondition, Plan } from '../plan.ts';
import {
  membersOfCondition,
  requirementsOfCondition,
  requirementsOfExpression,
  resolveAlias,
  stageDimensionsOfMember,
} from '../joins/requirement.ts';
import { isAmong, isRule, rulesInside } from '../guard/rules.ts';
import { shiftExpression } from './shift-time.ts';
import { readsSwitch } from '../switches/switches.ts';
import { groupColumns, settleMasks } from '../guard/settle-masks.ts';
import { includedItems } from '../stages/stage-grouping.ts';
import { alongTree } from './sub-query.ts';
import { alongViews } from '../joins/view-paths.ts';
import { type PlanCondition, type PlanExpression, typeOfRowExpression } from '../plan-expression.ts';

/**
 * Plans the measures of a multi-stage dimension, one row per entity, for joining to the rows of the entities.
 *
 * @param rowFilters those of the outer query; entities are made of the rows that pass those on other dimensions
 */
export function planEntities(
  context: PlanContext,
  id: MemberId,
  rowFilters: readonly PlanCondition[],
  tree: JoinTree,
  entities: EntityGrain,
): Outcome<{ readonly plan: Plan; readonly on: JoinCondition }> {
  const { model } = context;
  const { member } = resolveAlias(model, id, 'dimension');
  if (member.expression.kind !== 'stage') throw new Error(`'${id}' is not a multi-stage dimension`);
  const included = includedItems(context, member.expression.include, entities.by);
  const by = [...entities.by, ...included];
  const shown = [
    ...entities.shownBy.map(({ expression }) => expression),
    ...included.map(shiftedBy(context, entities)),
  ];
  const joined = cubesOf(tree);
  const outside = by
    .flatMap(({ expression }) => requirementsOfExpression(model, expression))
    .find(({ cube }) => !joined.has(cube));
  if (outside) return fail(problem('plan.stage-dimension-out-of-reach', { member: id, cube: outside.cube }));

  const measures = membersIn(fragmentsOf(member)).filter((one) => requireMember(model, one).kind === 'measure');
  const kept = (entities.rowFilters ?? rowFilters).filter(
    (filter) => !readsEntities(model, filter) && !membersOfCondition(filter).some((read) => readsSwitch(model, read)),
  );
  const within = enterDimension(context, id, kept);
  if (!within.ok) return within;
  const rules = rulesInside(context, id, measures).filter((rule) => !isAmong(rule, kept));
  const filters = [...rules, ...kept];
  const required = [
    ...measures.flatMap((measure) => requirementsOfRequested(model, measure)),
    ...by.flatMap(({ expression }) => requirementsOfExpression(model, expression)),
    ...filters.flatMap((filter) => requirementsOfCondition(model, filter)),
  ].map((one) => (joined.has(one.cube) ? alongTree(tree, tree.root, one) : alongViews(model, context.views, one)));
  const requested = { by, measures, rowFilters: filters, requestedFilters: filters, required };
  const { context: settled, grouping } = settleMasks(context, requested);
  const inside: PlanContext = {
    ...settled,
    requestedOfGroups: [],
    within: within.value,
    entities: { by: entities.by, shownBy: entities.by, shifts: [] },
    shiftedCalendars: new Map(),
    shiftedDays: new Map(),
    moves: [],
  };
  const planned = settled.planGrouping(inside, grouping);
  if (!planned.ok) return planned;
  if (planned.value.repeats) return fail(problem('plan.several-rows', { member: id }));
  const leaf = (measure: MemberId): PlanExpression => {
    const found = planned.value.leaves.get(measure);
    if (found === undefined) throw new Error(`the entities of '${id}' lost '${measure}'`);
    return column(found);
  };
  const pairs = by.map(({ expression }, index) => ({
    left: itemAt(shown, index),
    right: itemAt(planned.value.by, index),
    type: typeOfRowExpression(expression),
  }));
  const groups = groupColumns(settled, grouping, planned.value.by);
  const values = measures.map((measure) => ({
    member: measure,
    expression: measureOver(settled.model, measure, leaf, groups),
  }));
  return succeed({
    plan: planned.value.plan,
    on: { kind: 'match', pairs, lookup: { dimension: id, measures: values, needsRow: cubeOf(id) !== tree.root } },
  });
}

/** An item of the entities' grain, for rows whose times are shifted. */
function shiftedBy(context: PlanContext, { shifts }: EntityGrain) {
  return ({ expression }: Grouping['by'][number]): PlanExpression =>
    shifts.reduce((moved, some) => shiftExpression(context, moved, some), expression);
}

/** Whether a filter tests values of entities, which rows have only after a join. */
export function readsEntities(model: ModelIndex, filter: PlanCondition): boolean {
  return !isRule(filter) && membersOfCondition(filter).some((read) => stageDimensionsOfMember(model, read).length > 0);
}
