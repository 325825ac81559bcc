import { type PlanColumnNumbers, continueColumns } from './tree/column-numbers.ts';
import { narrowZones } from './passes/narrow-zones.ts';
import { dropIdleSort } from './passes/drop-idle-sort.ts';
import { shareGroups } from './passes/share-groups.ts';
import { sumBeforeWindows } from './passes/sum-before-windows.ts';
import { unshiftRanges } from './passes/unshift-ranges.ts';
import type { Plan, QueryPlan } from './plan.ts';

/** A pass that transforms a plan; without anything to do it returns its input. */
interface Pass {
  readonly name: string;
  /** @param columns numbers new columns */
  run(plan: Plan, columns: PlanColumnNumbers): Plan;
}

/** Passes that make queries cheaper; the plan is correct without them. */
const passes: readonly Pass[] = [
  { name: 'share-groups', run: shareGroups },
  { name: 'narrow-zones', run: narrowZones },
  // Runs after zones are narrowed, so that what is known of a row's time is kept.
  { name: 'sum-before-windows', run: sumBeforeWindows },
  // Runs after the ranges have narrowed the zones.
  { name: 'unshift-ranges', run: unshiftRanges },
  { name: 'drop-idle-sort', run: dropIdleSort },
];

/** The result of one pass. */
export interface Improvement {
  readonly pass: string;
  readonly root: Plan;
}

/** @param inspect receives the result of each pass that changed the plan */
export function improve(plan: QueryPlan, inspect: (made: Improvement) => void = () => undefined): QueryPlan {
  const columns = continueColumns(plan.columnNames);
  const root = passes.reduce((current, pass) => {
    const next = pass.run(current, columns);
    if (next !== current) inspect({ pass: pass.name, root: next });
    return next;
  }, plan.root);
  return root === plan.root ? plan : { ...plan, root, columnNames: columns.names };
}
