import type { Dimension, Granularity } from '../model/model.ts';
import { didYouMean } from '../problem/nearest.ts';
import { type Binder, report } from './binder.ts';

/** From fine to coarse. */
export const granularities = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

function isGranularity(text: string): text is Granularity {
  return (granularities as readonly string[]).includes(text);
}

/** The granularity of that exact name, when `dimension` holds times. */
export function findGranularity(
  binder: Binder,
  dimension: Dimension,
  text: string,
  path: string,
): Granularity | undefined {
  if (dimension.type !== 'time') return report(binder, 'query.not-time', { member: dimension.id }, path);
  if (isGranularity(text)) return text;
  const hint = didYouMean(text, granularities) ?? `The granularities are ${granularities.join(', ')}`;
  return report(binder, 'query.unknown-granularity', { granularity: text, dimension: dimension.id }, path, hint);
}
