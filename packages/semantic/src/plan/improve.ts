import { testsIn } from '../query/index.ts';
import { narrowZones } from './passes/narrow-zones.ts';
import { shareGroups } from './passes/share-groups.ts';
import { sumBeforeWindows } from './passes/sum-before-windows.ts';
import { unshiftRanges } from './passes/unshift-ranges.ts';
import { nodesOf, type Plan, type QueryPlan, type PlanColumnNumbers, continueColumns, mapInputs } from './plan.ts';
import type { PlanCondition } from './plan-expression.ts';

/** A pass that transforms a plan; without anything to do it returns its input. */
interface Pass {
  readonly name: string;
  /** Kinds of nodes, or of tests in filters, without which it has nothing to do. */
  readonly over: readonly (Plan['kind'] | PlanCondition['kind'])[];
  /** @param columns numbers new columns */
  run(plan: Plan, columns: PlanColumnNumbers): Plan;
}

/** Passes that make queries cheaper; the plan is correct without them. */
const passes: readonly Pass[] = [
  { name: 'share-groups', over: ['combine', 'join'], run: shareGroups },
  { name: 'narrow-zones', over: ['range'], run: narrowZones },
  // Runs after zones are narrowed, so that what is known of a row's time is kept.
  { name: 'sum-before-windows', over: ['join'], run: sumBeforeWindows },
  // Runs after the ranges have narrowed the zones.
  { name: 'unshift-ranges', over: ['range'], run: unshiftRanges },
  { name: 'drop-idle-sort', over: ['sort'], run: dropIdleSort },
];

/** The result of one pass. */
export interface Improvement {
  readonly pass: string;
  readonly root: Plan;
}

/** @param inspect receives the result of each pass that changed the plan */
export function improve(plan: QueryPlan, inspect: (made: Improvement) => void = () => undefined): QueryPlan {
  const columns = continueColumns(plan.columnNames);
  let root = plan.root;
  let kinds = kindsOf(root);
  for (const pass of passes) {
    if (!pass.over.some((kind) => kinds.has(kind))) continue;
    const next = pass.run(root, columns);
    if (next === root) continue;
    inspect({ pass: pass.name, root: next });
    root = next;
    kinds = kindsOf(root);
  }
  return root === plan.root ? plan : { ...plan, root, columnNames: columns.names };
}

function kindsOf(plan: Plan): ReadonlySet<Plan['kind'] | PlanCondition['kind']> {
  return new Set(
    nodesOf(plan).flatMap((node) =>
      node.kind === 'filter' ? [node.kind, ...testsIn(node.where).map(({ kind }) => kind)] : [node.kind],
    ),
  );
}

/** Removes the sort of a single row. */
function dropIdleSort(plan: Plan): Plan {
  const inner = mapInputs(plan, dropIdleSort);
  return inner.kind === 'sort' && isSingleRow(inner.input) ? inner.input : inner;
}

function isSingleRow(plan: Plan): boolean {
  if (plan.kind === 'aggregate') return plan.by.length === 0 && plan.take.length > 0;
  if (plan.kind === 'combine') return plan.by.length === 0;
  if (plan.kind === 'project' || plan.kind === 'filter') return isSingleRow(plan.input);
  return plan.kind === 'count';
}
