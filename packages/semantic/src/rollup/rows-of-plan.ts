import type { CubeName, Join, MemberId } from '../model/index.ts';
import {
  conjuncts,
  inputsOf,
  type JoinCondition,
  lookupOf,
  type Plan,
  type PlanAggregate,
  type PlanColumn,
  type PlanCondition,
} from '../plan/index.ts';

/** Rows of a cube, widened by LEFT JOINs, that pass conditions. */
interface JoinedRows {
  readonly root: CubeName;
  readonly joins: readonly Join[];
  /** Joined with AND. */
  readonly conditions: readonly PlanCondition[];
}

/** An aggregate over rows of cubes. */
export interface GroupedRows extends JoinedRows {
  readonly by: readonly PlanColumn[];
  readonly take: readonly PlanAggregate[];
}

/** How a plan reads rows of cubes, other than by an aggregate directly over them. */
export type UngroupedReading =
  | { readonly kind: 'windows' | 'lookup' | 'shifted' | 'rows' }
  /** Measures whose rows are multiplied, so that each row is counted once by its key. */
  | { readonly kind: 'multiplied'; readonly measures: readonly MemberId[] };

interface RowsOfPlan {
  readonly groups: readonly GroupedRows[];
  readonly others: readonly UngroupedReading[];
}

/** Lists everything that a plan reads from cubes. Nodes above read columns only. */
export function rowsOfPlan(plan: Plan): RowsOfPlan {
  const groups: GroupedRows[] = [];
  const others: UngroupedReading[] = [];
  walk(plan, { kind: 'rows' }, []);
  return { groups, others };

  function walk(node: Plan, way: UngroupedReading, measures: readonly MemberId[]): void {
    if (node.kind === 'scan') others.push(way);
    const rows = node.kind === 'aggregate' ? joinedRows(node.input) : undefined;
    if (node.kind === 'aggregate' && rows) {
      groups.push({ ...rows, by: node.by, take: node.take });
      return;
    }
    const inside = (node.kind === 'join' ? wayOf(node.on, measures) : undefined) ?? way;
    if (node.kind === 'join' && inside.kind === 'multiplied') {
      // The rows inside are only those of keys.
      others.push(inside);
      return;
    }
    const taken = node.kind === 'aggregate' ? node.take.map(({ measure }) => measure) : measures;
    for (const input of inputsOf(node)) walk(input, inside, taken);
  }
}

function wayOf(on: JoinCondition, measures: readonly MemberId[]): UngroupedReading | undefined {
  if (lookupOf(on)) return { kind: 'lookup' };
  if (on.kind === 'key') return { kind: 'multiplied', measures };
  if (on.kind === 'day') return { kind: 'shifted' };
  return on.kind === 'window' ? { kind: 'windows' } : undefined;
}

/** @returns `undefined` where the rows are anything else than joined rows of cubes */
function joinedRows(plan: Plan): JoinedRows | undefined {
  if (plan.kind === 'scan') return { root: plan.cube, joins: [], conditions: [] };
  if (plan.kind === 'filter') {
    const rows = joinedRows(plan.input);
    return rows && { ...rows, conditions: [...rows.conditions, ...conjuncts(plan.where)] };
  }
  if (plan.kind !== 'join' || plan.on.kind !== 'edge' || plan.right.kind !== 'scan') return undefined;
  const left = joinedRows(plan.left);
  // A test below a join would be one of other rows.
  if (!left || left.conditions.length > 0) return undefined;
  return { ...left, joins: [...left.joins, plan.on.join] };
}

/** The cubes whose rows a plan starts from. */
export function rootsOf(plan: Plan): readonly CubeName[] {
  const starts = (node: Plan): readonly CubeName[] => {
    if (node.kind === 'scan') return [node.cube];
    return (node.kind === 'join' ? [node.left] : inputsOf(node)).flatMap(starts);
  };
  return [...new Set(starts(plan))].toSorted();
}

/** The joins of a plan, each as a text that two equal joins share. */
export function joinTexts(plan: Plan): ReadonlySet<string> {
  const own = plan.kind === 'join' && plan.on.kind === 'edge' ? [JSON.stringify(plan.on.join)] : [];
  return new Set([...own, ...inputsOf(plan).flatMap((input) => [...joinTexts(input)])]);
}
