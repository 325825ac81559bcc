import { didYouMean } from '@orrery/kernel';
import {
  cubeOf,
  type Dimension,
  type Granularity,
  granularityNamed,
  granularityNames,
  type Measure,
  settleGranularity,
} from '../model/index.ts';
import { isVisible } from './access.ts';
import { type Binder, currentYear, report } from './binder.ts';

/** Reports that a member is not a time, with the times of its cube or view. */
export function reportNotTime(binder: Binder, member: Dimension | Measure, path: string): undefined {
  const { model, access } = binder;
  const times = (model.pieces.get(cubeOf(member.id))?.dimensions ?? [])
    .filter((one) => one.type === 'time' && isVisible(one, model, access))
    .map(({ id }) => id);
  const own = member.kind === 'measure' ? 'It is a measure' : `Its type is ${member.type}`;
  const hint =
    times.length === 0 ? own : `${own}; ${times.length === 1 ? 'a time is' : 'times are'} ${times.join(', ')}`;
  return report(binder, 'query.not-time', { member: member.id }, path, hint);
}

/** Finds the granularity with this exact name, if `dimension` holds times. */
export function findGranularity(
  binder: Binder,
  dimension: Dimension,
  text: string,
  path: string,
): Granularity | undefined {
  if (dimension.type !== 'time') return reportNotTime(binder, dimension, path);
  const found = granularityNamed(dimension, text);
  if (found) return settleGranularity(found, { year: currentYear(binder.now), zone: binder.now.zone });
  const names = granularityNames(dimension);
  const hint = didYouMean(text, names) ?? `The granularities are ${names.join(', ')}`;
  return report(binder, 'query.unknown-granularity', { granularity: text, dimension: dimension.id }, path, hint);
}
