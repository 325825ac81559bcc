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

/** What one pass has made of a plan. */
export interface Improvement {
  readonly pass: string;
  readonly root: Plan;
}

/** @param inspect looks at what each pass that changed something has made */
export function improve(plan: QueryPlan, inspect: (made: Improvement) => void = () => undefined): QueryPlan {
  const columns = continueColumns(plan.columnNames);
  const root = passes.reduce((current, pass) => {
    const next = pass.run(current, columns);
    if (next !== current) inspect({ pass: pass.name, root: next });
    return next;
  }, plan.root);
  return root === plan.root ? plan : { ...plan, root, columnNames: columns.names };
}
