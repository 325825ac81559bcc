import { granularityNames, type ModelIndex, requireDimension } from '@orrery/semantic';
import { mapScalars, type Scalar } from '../relation/index.ts';
import type { OpenPart } from './part.ts';

/**
 * `date_trunc('month', t)` over a time of the model, by a granularity that it has; `fiscal_quarter` is one too, where the
 * model declares it.
 *
 * @returns the name of the bucket in a query: `orders.created_at.month`
 */
export function bucketOf(key: Scalar, base: OpenPart['base'], model: ModelIndex): string | undefined {
  if (key.kind !== 'call' || key.function.name !== 'date_trunc') return undefined;
  const [unit, time] = key.arguments;
  const column = time?.kind === 'column' ? base.get(time.column) : undefined;
  if (unit?.kind !== 'constant' || unit.value === null || column?.role.kind !== 'dimension') return undefined;
  const names = granularityNames(requireDimension(model, column.role.member));
  const folded = unit.value.toLowerCase();
  const granularity = [unit.value, folded, folded === 'qtr' ? 'quarter' : folded].find((name) => names.includes(name));
  return granularity === undefined ? undefined : `${column.role.member}.${granularity}`;
}

/** Replaces the buckets in an expression. */
export function replaceBuckets(
  scalar: Scalar,
  { base }: Pick<OpenPart, 'base'>,
  model: ModelIndex,
  replace: (name: string, bucket: Scalar) => Scalar,
): Scalar {
  const name = bucketOf(scalar, base, model);
  if (name !== undefined) return replace(name, scalar);
  return mapScalars(
    scalar,
    (one) => replaceBuckets(one, { base }, model, replace),
    (query) => query,
  );
}
