import { granularityNamed, granularityNames, settleGranularity } from '../model/granularity.ts';
import type { Dimension, Granularity } from '../model/model.ts';
import { didYouMean } from '../problem/nearest.ts';
import { type Binder, currentYear, report } from './binder.ts';

/** The granularity of that exact name, when `dimension` holds times. */
export function findGranularity(
  binder: Binder,
  dimension: Dimension,
  text: string,
  path: string,
): Granularity | undefined {
  if (dimension.type !== 'time') return report(binder, 'query.not-time', { member: dimension.id }, path);
  const found = granularityNamed(dimension, text);
  if (found) return settleGranularity(found, currentYear(binder.now));
  const names = granularityNames(dimension);
  const hint = didYouMean(text, names) ?? `The granularities are ${names.join(', ')}`;
  return report(binder, 'query.unknown-granularity', { granularity: text, dimension: dimension.id }, path, hint);
}
