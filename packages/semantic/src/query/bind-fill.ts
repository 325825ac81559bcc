import { type Binder, report } from './binder.ts';
import type { BucketFill, Output, Query } from './query.ts';

/** Binds the value of measures in buckets without rows; `undefined` where the query does not ask for such buckets. */
export function bindFill(
  binder: Binder,
  { fillMissing, fillWith, ungrouped }: Query,
  outputs: readonly Output[],
): BucketFill | undefined {
  if (fillMissing !== true) {
    return fillWith === undefined ? undefined : report(binder, 'query.fill-value-alone', {}, 'fillWith');
  }
  if (ungrouped === true) return report(binder, 'query.fill-ungrouped', {}, 'fillMissing');
  if (!outputs.some(({ role }) => role === 'bucket')) {
    const hint = 'Give a time dimension of the query a granularity';
    return report(binder, 'query.fill-without-buckets', {}, 'fillMissing', hint);
  }
  if (fillWith === undefined) return 'usual';
  return fillWith === null ? 'null' : 'zero';
}
