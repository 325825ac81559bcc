import { narrowZones } from './passes/narrow-zones.ts';
import { dropIdleSort } from './passes/drop-idle-sort.ts';
import { shareGroups } from './passes/share-groups.ts';
import type { Plan, QueryPlan } from './plan.ts';

/** Plan in, plan out; a pass with nothing to do returns what it was given. */
interface Pass {
  readonly name: string;
  run(plan: Plan): Plan;
}

/** Passes make queries cheaper; without them the plan is just as right. */
const passes: readonly Pass[] = [
  { name: 'share-groups', run: shareGroups },
  { name: 'narrow-zones', run: narrowZones },
  { name: 'drop-idle-sort', run: dropIdleSort },
];

export function improve(plan: QueryPlan): QueryPlan {
  const root = passes.reduce((current, pass) => pass.run(current), plan.root);
  return root === plan.root ? plan : { ...plan, root };
}

/** @returns the plan with the names of the passes that changed it */
export function improveNoting(plan: QueryPlan): { readonly plan: QueryPlan; readonly passes: readonly string[] } {
  const changed: string[] = [];
  const root = passes.reduce((current, pass) => {
    const next = pass.run(current);
    if (JSON.stringify(next) !== JSON.stringify(current)) changed.push(pass.name);
    return next;
  }, plan.root);
  return { plan: root === plan.root ? plan : { ...plan, root }, passes: changed };
}
