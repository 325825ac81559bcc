import { type MemberId, originalOf } from '../../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../../problem/index.ts';
import type { PlanCondition } from '../plan-expression.ts';

/** A dimension whose values are being planned as a query of their own. */
export interface Entered {
  readonly dimension: MemberId;
  /** Number of filters of the outer query that apply inside. */
  readonly filters: number;
}

/** The number of dimensions planned inside others in one plan: dimensions that read each other's filters multiply. */
export interface DimensionEntries {
  count: number;
}

/**
 * Bound on nested dimensions in one plan: six filtered dimensions that propagate filters to each other have twice as
 * many.
 */
const mostEntries = 1_000;

/**
 * Adds a nested dimension. It may contain itself if fewer filters reach the inner one: its values differ there, for
 * example where a filter tests something made of it. With the same filters the recursion would not end.
 */
export function enterDimension(
  { within, entries }: { readonly within: readonly Entered[]; readonly entries: DimensionEntries },
  dimension: MemberId,
  filters: readonly PlanCondition[],
): Outcome<readonly Entered[]> {
  if (within.some((one) => one.dimension === dimension && one.filters <= filters.length)) {
    return fail(problem('plan.sub-query-cycle', { members: [...within.map((one) => one.dimension), dimension] }));
  }
  const [outermost] = within;
  if (outermost) entries.count += 1;
  if (outermost && entries.count > mostEntries) {
    const hint =
      'Filter by fewer dimensions made of measures, or leave out propagate_filters_to_sub_query of some of them';
    const params = { dimension: originalOf(outermost.dimension), most: mostEntries };
    return fail(problem('plan.too-many-sub-queries', params, { hint }));
  }
  return succeed([...within, { dimension, filters: filters.length }]);
}
