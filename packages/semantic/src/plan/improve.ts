import { narrowZones } from './passes/narrow-zones.ts';
import { dropIdleSort } from './passes/drop-idle-sort.ts';
import type { Plan, QueryPlan } from './plan.ts';

/** Plan in, plan out; a pass with nothing to do returns what it was given. */
interface Pass {
  readonly name: string;
  run(plan: Plan): Plan;
}

/** Passes make queries cheaper; without them the plan is just as right. */
const passes: readonly Pass[] = [
  { name: 'narrow-zones', run: narrowZones },
  { name: 'drop-idle-sort', run: dropIdleSort },
];

export function improve(plan: QueryPlan, trace: (pass: string, plan: Plan) => void = () => {}): QueryPlan {
  const root = passes.reduce((current, pass) => {
    const next = pass.run(current);
    if (next !== current) trace(pass.name, next);
    return next;
  }, plan.root);
  return root === plan.root ? plan : { ...plan, root };
}
