import type { MemberId } from '../model/model.ts';
import { fail, type Outcome, problem, succeed } from '../problem/problem.ts';
import type { PlanCondition } from './plan.ts';

/** A dimension whose values are being planned, as a question of their own. */
export interface Entered {
  readonly dimension: MemberId;
  /** How many filters of the question around it reach inside. */
  readonly filters: number;
}

/**
 * One dimension more inside of others. It may be inside of itself where fewer filters reach it: its values are others there,
 * as where a filter tests what is made of it. With as many it would need itself without end.
 */
export function enterDimension(
  within: readonly Entered[],
  dimension: MemberId,
  filters: readonly PlanCondition[],
): Outcome<readonly Entered[]> {
  if (within.some((one) => one.dimension === dimension && one.filters <= filters.length)) {
    return fail(problem('plan.sub-query-cycle', { members: [...within.map((one) => one.dimension), dimension] }));
  }
  return succeed([...within, { dimension, filters: filters.length }]);
}
