import { bucketRule } from '../../model/index.ts';
import { type BucketRule, dayMs, nests } from '../../time/index.ts';
import type { WindowBound } from '../plan.ts';

/** The ends of windows; a missing end is open. */
export interface Ends {
  readonly from?: WindowBound;
  readonly to?: WindowBound;
}

/**
 * Whether each bucket lies completely inside or outside each window.
 *
 * @param buckets buckets of the values @param around buckets of the query, from which windows are counted
 */
export function endsWithBuckets(buckets: BucketRule, around: BucketRule, { from, to }: Ends): boolean {
  const isEdge = (bound: WindowBound | undefined) => bound === undefined || isAtEdge(buckets, bound);
  return nests(buckets, around) && isEdge(from) && isEdge(to);
}

function isAtEdge(buckets: BucketRule, bound: WindowBound): boolean {
  if (bound.kind === 'start-of') {
    const rule = bucketRule(bound.granularity);
    return rule !== undefined && nests(buckets, rule);
  }
  const { months, ms } = bound.by;
  if (months === 0 && ms === 0) return true;
  switch (buckets.kind) {
    case 'steps':
      // Adding months keeps the time of day.
      return ms % buckets.stepMs === 0 && (months === 0 || dayMs % buckets.stepMs === 0);
    case 'months':
      return ms === 0 && months % buckets.months === 0;
    case 'calendar':
      return false;
  }
}
