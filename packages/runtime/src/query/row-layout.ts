import { bucketLengthMs, type BoundQuery, type Granularity, type Output } from '@orrery/semantic';
import type { JsonRowEncoding, RowConstant, RowKey } from '@orrery/engines';
import type { ResultMark } from '../request/index.ts';

/**
 * The outputs in select order, then the plain names of time dimensions, `orders.created_at` in addition to
 * `orders.created_at.day`: each holds the finest selected granularity, unless the query selects the plain one itself.
 */
export function layOutRow(query: BoundQuery): readonly RowKey[] {
  const keys = query.outputs.map((output, index): RowKey => ({ name: output.name, output: index }));
  const selected = new Set(keys.map((key) => key.name));
  const finest = new Map<string, { readonly rank: number; readonly key: RowKey }>();
  for (const [index, output] of query.outputs.entries()) {
    const bucket = bucketOf(output);
    if (!bucket || selected.has(bucket.member)) continue;
    const rank = bucketLengthMs(bucket.granularity);
    const known = finest.get(bucket.member);
    if (known && known.rank <= rank) continue;
    finest.set(bucket.member, { rank, key: { name: bucket.member, output: index } });
  }
  return [...keys, ...[...finest.values()].map((entry) => entry.key)];
}

/** The time dimension and granularity of a bucket output. */
export function bucketOf(output: Output): { readonly member: string; readonly granularity: Granularity } | undefined {
  return output.expression.kind === 'bucket' ? output.expression : undefined;
}

/** The keys of a row, with the one that distinguishes its result from others. */
export function encodeKeys(query: BoundQuery, last: RowKey | RowConstant | undefined): Omit<JsonRowEncoding, 'format'> {
  const keys = layOutRow(query);
  if (!last) return { keys };
  return 'text' in last ? { keys, constant: last } : { keys: [...keys, last] };
}

export function keyOfMark(mark: ResultMark, query: BoundQuery): RowKey | RowConstant {
  if (mark.kind === 'time') {
    const output = query.outputs.findIndex(({ name }) => name === mark.column);
    return { name: `time.${mark.granularity}`, output };
  }
  const range = query.dateRanges[mark.position];
  if (!range) throw new Error('a compared range is resolved when its query is bound');
  return { name: 'compareDateRange', text: `${range.from} - ${range.to}` };
}
