import type { MeasureType } from '../../source/index.ts';

export type AggregateFunction = 'count' | 'count-distinct' | 'count-distinct-approx' | 'sum' | 'avg' | 'min' | 'max';

export const aggregateFunctions: Readonly<
  Record<Exclude<MeasureType, 'number' | 'string' | 'time' | 'boolean' | 'number_agg' | 'rank'>, AggregateFunction>
> = {
  count: 'count',
  count_distinct: 'count-distinct',
  count_distinct_approx: 'count-distinct-approx',
  sum: 'sum',
  avg: 'avg',
  min: 'min',
  max: 'max',
  running_total: 'sum',
};
