import type { Granularity } from '../model/model.ts';

export const granularities = [
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
] as const satisfies readonly Granularity[];
