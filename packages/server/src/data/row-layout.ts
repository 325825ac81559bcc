import type { BoundQuery, Granularity, Output } from '@orrery/semantic';
import type { RowKey } from '../encode/row-encoding.ts';

const fineToCoarse: readonly Granularity[] = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];

/**
 * The outputs in select order, then the plain names of time dimensions, `orders.created_at` beside
 * `orders.created_at.day`: each holds the finest granularity asked for, unless the query selects the plain one itself.
 */
export function layOutRow(query: BoundQuery): readonly RowKey[] {
  const keys = query.outputs.map((output, index): RowKey => ({ name: output.name, output: index }));
  const selected = new Set(keys.map((key) => key.name));
  const finest = new Map<string, { readonly rank: number; readonly key: RowKey }>();
  for (const [index, output] of query.outputs.entries()) {
    const bucket = bucketOf(output);
    if (!bucket || selected.has(bucket.member)) continue;
    const rank = fineToCoarse.indexOf(bucket.granularity);
    const known = finest.get(bucket.member);
    if (known && known.rank <= rank) continue;
    finest.set(bucket.member, { rank, key: { name: bucket.member, output: index } });
  }
  return [...keys, ...[...finest.values()].map((entry) => entry.key)];
}

/** The time dimension and granularity of an output that is one. */
export function bucketOf(output: Output): { readonly member: string; readonly granularity: Granularity } | undefined {
  return output.expression.kind === 'bucket' ? output.expression : undefined;
}
