import { type MemberId, originalOf } from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import type { PlanCondition } from '../plan-expression.ts';

/** A dimension whose values are being planned, as a question of their own. */
export interface Entered {
  readonly dimension: MemberId;
  /** How many filters of the question around it reach inside. */
  readonly filters: number;
}

/** Counts what one plan enters inside of others: dimensions that read each other's filters multiply. */
export interface Entries {
  add(): number;
}

export function countEntries(): Entries {
  let count = 0;
  return { add: () => ++count };
}

/** Inside of others, in one plan: six dimensions that are all filtered and propagate filters to each other have twice as many. */
const mostEntries = 1_000;

/**
 * One dimension more inside of others. It may be inside of itself where fewer filters reach it: its values are others there,
 * as where a filter tests what is made of it. With as many it would need itself without end.
 */
export function enterDimension(
  { within, entries }: { readonly within: readonly Entered[]; readonly entries: Entries },
  dimension: MemberId,
  filters: readonly PlanCondition[],
): Outcome<readonly Entered[]> {
  if (within.some((one) => one.dimension === dimension && one.filters <= filters.length)) {
    return fail(problem('plan.sub-query-cycle', { members: [...within.map((one) => one.dimension), dimension] }));
  }
  const [outermost] = within;
  if (outermost && entries.add() > mostEntries) {
    const hint =
      'Filter by fewer dimensions made of measures, or leave out propagate_filters_to_sub_query of some of them';
    const params = { dimension: originalOf(outermost.dimension), most: mostEntries };
    return fail(problem('plan.too-many-sub-queries', params, { hint }));
  }
  return succeed([...within, { dimension, filters: filters.length }]);
}
