import { inStages } from './stages.ts';

const dayUs = '86400000000';

/** Months, days and microseconds of an interval, which PostgreSQL keeps apart. */
export const fieldsOf = (interval: string) => ({
  months: `(datepart('year', ${interval}) * 12 + datepart('month', ${interval}))`,
  days: `datepart('day', ${interval})`,
  time: `(datepart('hour', ${interval}) * 3600000000 + datepart('minute', ${interval}) * 60000000 + datepart('microsecond', ${interval}))`,
});

export function intervalOf(months: string, days: string, time: string): string {
  return `to_months(CAST(${months} AS INTEGER)) + to_days(CAST(${days} AS INTEGER)) + to_microseconds(CAST(${time} AS BIGINT))`;
}

/**
 * An interval times or divided by a double. Fractions of months become days of a thirtieth, those of days become time, as in
 * PostgreSQL (`interval_mul` and `interval_div` of its timestamp.c).
 */
export function scaledInterval(
  { months, days, time }: ReturnType<typeof fieldsOf>,
  operator: '*' | '/',
  factor: string,
): string {
  const by = (field: string) => `(CAST(${field} AS DOUBLE) ${operator} _q.f)`;
  const rounded = (text: string) => `(round_even((${text}) * 1000000.0, 0) / 1000000.0)`;
  const [all, left] = [{ m: '_q.m', d: '_q.d', t: '_q.t' }, 'isnan(_q.f) OR isinf(_q.f)'];
  const refused = operator === '/' ? `_q.f = 0 THEN error('division by zero') WHEN ` : '';
  const stages = [
    { M: months, D: days, T: time, f: `CAST(${factor} AS DOUBLE)` },
    {
      M: `CASE WHEN ${refused}${left} THEN error('interval out of range') ELSE _q.M END`,
      D: '_q.D',
      T: '_q.T',
      f: '_q.f',
    },
    { m: by('_q.M'), d: by('_q.D'), t: by('_q.T') },
    { ...all, r: rounded('(_q.m - trunc(_q.m)) * 30.0') },
    { ...all, r: '_q.r', s: rounded('(_q.d - trunc(_q.d) + _q.r - trunc(_q.r)) * 86400.0') },
    { ...all, r: '_q.r', s: '_q.s', c: 'trunc(_q.s / 86400.0)' },
  ];
  const answer = intervalOf(
    'trunc(_q.m)',
    'trunc(_q.d) + _q.c + trunc(_q.r)',
    'round_even(_q.t + (_q.s - _q.c * 86400.0) * 1000000.0, 0)',
  );
  return `(${inStages(stages, `CASE WHEN _q.m IS NULL THEN NULL ELSE ${answer} END`)})`;
}

/** Hours beyond a day become days, and days beyond thirty become months, with one sign where that is possible. */
export function justified(interval: string, units: 'hours' | 'days' | 'both'): string {
  const { months, days, time } = fieldsOf(interval);
  const all = { m: '_q.m', d: '_q.d', t: '_q.t' };
  const wholeDays = { ...all, d: `_q.d + _q.t // ${dayUs}`, t: `_q.t % ${dayUs}` };
  const wholeMonths = { ...all, m: '_q.m + _q.d // 30', d: '_q.d % 30' };
  const rest = units === 'both' ? '_q.d = 0 AND _q.t' : 'false AND _q.t';
  const shift = `CASE WHEN _q.m > 0 AND (_q.d < 0 OR (${rest} < 0)) THEN 1 WHEN _q.m < 0 AND (_q.d > 0 OR (${rest} > 0)) THEN -1 ELSE 0 END`;
  const monthSigns = [
    { ...all, x: shift },
    { ...all, m: '_q.m - _q.x', d: '_q.d + 30 * _q.x' },
  ];
  const turn = 'CASE WHEN _q.d > 0 AND _q.t < 0 THEN 1 WHEN _q.d < 0 AND _q.t > 0 THEN -1 ELSE 0 END';
  const daySigns = [
    { ...all, x: turn },
    { ...all, d: '_q.d - _q.x', t: `_q.t + ${dayUs} * _q.x` },
  ];
  const stages = {
    hours: [wholeDays, ...daySigns],
    days: [wholeMonths, ...monthSigns],
    both: [wholeDays, wholeMonths, ...monthSigns, ...daySigns],
  }[units];
  const answer = `CASE WHEN _q.m IS NULL THEN NULL ELSE ${intervalOf('_q.m', '_q.d', '_q.t')} END`;
  return inStages([{ m: months, d: days, t: time }, ...stages], answer);
}
