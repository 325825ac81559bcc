import { type Cube, type CubeName, cubeOf, type MemberId, type ModelIndex, requireCube } from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import { requestedOfRows, isSafeBeforeJoin, seen } from './requested-condition.ts';
import { dimension, type EntityGrain, type PlanContext } from '../groups/grouping.ts';
import { rootOfTime } from './computed-times.ts';
import type { MovedDay } from './moved-joins.ts';
import type { JoinTree } from '../joins/join-tree.ts';
import type { JoinCondition, Plan } from '../plan.ts';
import {
  membersOfExpression,
  stageDimensionsOfMember,
  subQueriesOfFragment,
  subQueriesOfMember,
} from '../joins/requirement.ts';
import type { Rule } from '../guard/rules.ts';
import { planEntities, readsEntities } from './stage-dimension.ts';
import { besideRows, type SwitchRows } from '../switches/switch-rows.ts';
import { planLookup } from './sub-query.ts';
import type { PlanCondition } from '../plan-expression.ts';

/**
 * Builds the rows of a join tree with the values of the sub-query dimensions that `reads` and the joins need, filtered.
 *
 * @param after set when the rows continue a relation of another tree, which has passed the filters already; `rules` are
 * those of cubes reached by other joins here @param propagated filters for the inside of sub-query dimensions; defaults
 * to those of the rows @param gate relation that has a row only if there are rows at all @param inWindows makes a row
 * for each window that contains a row; entities belong to the window's bucket
 */
export function joinRows(
  context: PlanContext,
  tree: JoinTree,
  rowFilters: readonly PlanCondition[],
  reads: readonly MemberId[],
  {
    after,
    entities = context.entities,
    gate,
    inWindows,
    propagated = rowFilters,
  }: {
    readonly after?: { readonly tree: JoinTree; readonly join: (scan: Plan) => Plan; readonly rules: readonly Rule[] };
    readonly entities?: EntityGrain;
    readonly gate?: SwitchRows;
    readonly inWindows?: (rows: Plan) => Plan;
    readonly propagated?: readonly PlanCondition[] | undefined;
  } = {},
): Outcome<Plan> {
  const { model } = context;
  const joined = new Set<CubeName>([tree.root, ...tree.edges.map(({ to }) => to)]);
  const madeOfEntities = new Set(reads.flatMap((read) => stageDimensionsOfMember(model, read)));
  // Rows are matched to their entities by what the entities are made by, whatever else the rows are read for.
  const required = madeOfEntities.size > 0 ? [...entities.by, ...entities.shownBy] : [];
  const metBy = required.flatMap(({ expression }) => membersOfExpression(expression));
  const subQueries = [...reads, ...metBy].flatMap((member) => subQueriesOfMember(model, member));
  const joinedBy = tree.edges.flatMap(({ sql }) => subQueriesOfFragment(model, sql));
  const lookups = [...new Set([...subQueries, ...joinedBy])].filter((member) => joined.has(cubeOf(member)));
  const requested = [...seen(requestedOfRows(rowFilters), context.masked), ...context.requestedOfGroups];
  const askedBefore = (cube: CubeName) => requested.filter((condition) => isSafeBeforeJoin(model, condition, cube));
  const scan: Plan = { kind: 'scan', cube: tree.root, requested };
  let plan = after ? after.join(scan) : scan;
  const attach = (cube: CubeName): Outcome<Plan> => {
    for (const member of lookups.filter((lookup) => cubeOf(lookup) === cube)) {
      const found = planLookup(context, member, propagated, after?.tree ?? tree);
      if (!found.ok) return found;
      plan = { kind: 'join', left: plan, right: found.value.plan, on: found.value.on, grain: 'kept' };
    }
    return succeed(plan);
  };

  const started = attach(tree.root);
  if (!started.ok) return started;
  for (const edge of tree.edges) {
    const late = subQueriesOfFragment(model, edge.sql).find((member) => cubeOf(member) === edge.to);
    if (late) return fail(problem('plan.joined-by-sub-query', { from: edge.from, to: edge.to, member: late }));
    const cube = requireCube(model, edge.to);
    const scan: Plan = { kind: 'scan', cube: cube.name, requested: askedBefore(edge.to) };
    const right: Plan = edge.next ? { ...scan, requested: [] } : scan;
    const grain = edge.relationship === 'one-to-many' ? 'multiplied' : 'kept';
    plan = { kind: 'join', left: plan, right, on: { kind: 'edge', join: edge }, grain };
    if (edge.next)
      plan = { kind: 'join', left: plan, right: scan, on: rowOfDay(model, cube, edge.next), grain: 'kept' };
    const attached = attach(edge.to);
    if (!attached.ok) return attached;
  }
  const filters = after?.rules ?? rowFilters;
  const isLate = (filter: PlanCondition) => inWindows === undefined || readsEntities(model, filter);
  for (const where of filters.filter((filter) => !isLate(filter))) plan = { kind: 'filter', input: plan, where };
  if (inWindows) plan = inWindows(plan);
  for (const member of madeOfEntities) {
    const found = planEntities(context, member, rowFilters, tree, entities);
    if (!found.ok) return found;
    plan = { kind: 'join', left: plan, right: found.value.plan, on: found.value.on, grain: 'kept' };
  }
  for (const where of filters.filter(isLate)) plan = { kind: 'filter', input: plan, where };
  if (!gate) return succeed(plan);
  const on: JoinCondition = { kind: 'match', pairs: [] };
  return succeed(besideRows(gate, { kind: 'join', left: plan, right: gate.plan, on, grain: 'kept' }));
}

/** Days may be stored with a time, as an instant or as a day; other columns of the key do not move. */
function rowOfDay(model: ModelIndex, { name, primaryKey }: Cube, { day, by }: MovedDay): JoinCondition {
  const stored = dimension(model, day);
  const others = primaryKey.filter((key) => rootOfTime(model, key) !== day).map((key) => dimension(model, key));
  const isOfKey = others.length < primaryKey.length;
  return {
    kind: 'day',
    cube: name,
    pairs: [
      { left: { kind: 'shifted', operand: stored, by }, right: stored },
      ...(isOfKey ? others.map((key) => ({ left: key, right: key })) : []),
    ],
  };
}
