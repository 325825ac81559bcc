import { cubeOf, requireCube } from '../model/model-index.ts';
import type { CubeName, MemberId } from '../model/model.ts';
import { type Outcome, succeed } from '../problem/problem.ts';
import type { PlanContext } from './grouping.ts';
import type { JoinTree } from './join-tree.ts';
import type { Plan, PlanCondition } from './plan.ts';
import { subQueriesOfMember } from './requirement.ts';
import { planLookup } from './sub-query.ts';

/**
 * The rows of a join tree, with the values of the sub-query dimensions that `reads` needs, filtered.
 *
 * @param startAt puts something else before the scan of the root cube, for trees that continue from another relation
 */
export function joinRows(
  context: PlanContext,
  tree: JoinTree,
  rowFilters: readonly PlanCondition[],
  reads: readonly MemberId[],
  startAt: (scan: Plan) => Plan = (scan) => scan,
): Outcome<Plan> {
  const { model } = context;
  const joined = new Set<CubeName>([tree.root, ...tree.edges.map(({ to }) => to)]);
  const lookups = [...new Set(reads.flatMap((member) => subQueriesOfMember(model, member)))].filter((member) =>
    joined.has(cubeOf(member)),
  );
  let plan = startAt({ kind: 'scan', cube: tree.root });
  const attach = (cube: CubeName): Outcome<Plan> => {
    for (const member of lookups.filter((lookup) => cubeOf(lookup) === cube)) {
      const found = planLookup(context, member, rowFilters);
      if (!found.ok) return found;
      plan = { kind: 'join', left: plan, right: found.value.plan, on: found.value.on, grain: 'kept' };
    }
    return succeed(plan);
  };

  const started = attach(tree.root);
  if (!started.ok) return started;
  for (const edge of tree.edges) {
    const right: Plan = { kind: 'scan', cube: requireCube(model, edge.to).name };
    const grain = edge.relationship === 'one-to-many' ? 'multiplied' : 'kept';
    plan = { kind: 'join', left: plan, right, on: { kind: 'edge', join: edge }, grain };
    const attached = attach(edge.to);
    if (!attached.ok) return attached;
  }
  for (const where of rowFilters) plan = { kind: 'filter', input: plan, where };
  return succeed(plan);
}
