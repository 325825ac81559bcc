import { type Columns, continueColumns } from './tree/column-numbers.ts';
import { narrowZones } from './passes/narrow-zones.ts';
import { dropIdleSort } from './passes/drop-idle-sort.ts';
import { shareGroups } from './passes/share-groups.ts';
import { sumBeforeWindows } from './passes/sum-before-windows.ts';
import { unshiftRanges } from './passes/unshift-ranges.ts';
import type { Plan, QueryPlan } from './plan.ts';

/** Plan in, plan out; a pass with nothing to do returns what it was given. */
interface Pass {
  readonly name: string;
  /** @param columns for those a pass needs besides the plan's own */
  run(plan: Plan, columns: Columns): Plan;
}

/** Passes make queries cheaper; without them the plan is just as right. */
const passes: readonly Pass[] = [
  { name: 'share-groups', run: shareGroups },
  { name: 'narrow-zones', run: narrowZones },
  // After zones are narrow: what they know of a row's time stays with it.
  { name: 'sum-before-windows', run: sumBeforeWindows },
  // After the zones were narrowed by the ranges as they stand.
  { name: 'unshift-ranges', run: unshiftRanges },
  { name: 'drop-idle-sort', run: dropIdleSort },
];

/** @param inspect looks at what each pass that changed something has made */
export function improve(plan: QueryPlan, inspect: (root: Plan) => void = () => undefined): QueryPlan {
  return run(plan, (_, before, after) => {
    if (after !== before) inspect(after);
  });
}

/** @returns the plan with the names of the passes that changed it */
export function improveNoting(plan: QueryPlan): { readonly plan: QueryPlan; readonly passes: readonly string[] } {
  const changed: string[] = [];
  const improved = run(plan, (name, before, after) => {
    if (JSON.stringify(after) !== JSON.stringify(before)) changed.push(name);
  });
  return { plan: improved, passes: changed };
}

function run(plan: QueryPlan, note: (name: string, before: Plan, after: Plan) => void): QueryPlan {
  const columns = continueColumns(plan.columnNames);
  const root = passes.reduce((current, pass) => {
    const next = pass.run(current, columns);
    note(pass.name, current, next);
    return next;
  }, plan.root);
  return root === plan.root ? plan : { ...plan, root, columnNames: columns.names };
}
