import { cannot } from '../duckdb/rendered.ts';
import { inStages } from '../duckdb/stages.ts';
import type { DuckDbRendering } from '../entry.ts';

/** Steps of Newton's method; a rate that they do not reach is an error. */
const steps = 100;

/**
 * XIRR as spreadsheets have it: the yearly rate at which the amounts, each discounted by its days after the first one over
 * 365, sum up to zero. Pairs with NULL are left out; no pairs have the rate NULL.
 */
export const rateOfReturn: DuckDbRendering = ([amount, day], type, _session, call) => {
  if (!amount || !day) return cannot('an argument is missing');
  const pairs = call('list', [
    `{'a': ${amount.text}, 'd': epoch_us(CAST(CAST(${day.text} AS DATE) AS TIMESTAMP)) // 86400000000}`,
  ]);
  const known = `list_filter(${pairs}, lambda _p: _p.a IS NOT NULL AND _p.d IS NOT NULL)`;
  const first = `list_min(list_transform(_q.l, lambda _p: _p.d))`;
  const years = `list_transform(_q.l, lambda _p: {'a': _p.a, 't': (_p.d - _q.m) / 365.0})`;
  const value = (rate: string, rows: string) =>
    `list_sum(list_transform(${rows}, lambda _p: _p.a / power(1 + ${rate}, _p.t)))`;
  const slope = (rate: string, rows: string) =>
    `list_sum(list_transform(${rows}, lambda _p: -_p.t * _p.a / power(1 + ${rate}, _p.t + 1)))`;
  const next = `greatest(_r - ${value('_r', '_q.l')} / ${slope('_r', '_q.l')}, (_r - 0.999999) / 2)`;
  const rate = `list_reduce(list_prepend(CAST(0.1 AS DOUBLE), CAST(range(0, ${steps}) AS DOUBLE[])), lambda _r, _n: ${next})`;
  const failed = `error('The XIRR function could not find a rate')`;
  const size = `list_sum(list_transform(_q.l, lambda _p: abs(_p.a)))`;
  const found = `CASE WHEN isfinite(_q.r) AND abs(${value('_q.r', '_q.l')}) <= 1e-9 * ${size} THEN _q.r ELSE ${failed} END`;
  const stages = [{ l: known }, { l: '_q.l', m: first }, { l: years }, { l: '_q.l', r: rate }];
  return { text: `(${inStages(stages, `CASE WHEN len(_q.l) > 0 THEN ${found} END`)})`, type };
};
