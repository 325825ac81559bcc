import { bucketRule, nameOfGranularity } from '../model/index.ts';
import type { SeriesExtent, WindowBound, SeriesPlan } from '../plan/index.ts';
import {
  type BucketRule,
  bucketStart,
  clock,
  type Clock,
  type Interval,
  lengthMs,
  secondMs,
  utc,
} from '../time/index.ts';
import { call, operator, type Sql } from './sql.ts';

/** Maximum length of a series, and of the count in statements about unknown rows. */
export const mostBuckets = 50_000;

/** Maximum number of steps of a series from data, which begins up to two buckets before the first one. */
export const numbersOverData = mostBuckets + 3;

/** Start of the bucket that a step of the series stands for, and its bounds. */
export function lowerSeriesColumns(
  series: SeriesPlan,
  number: Sql,
): { readonly bucket: Sql; bound(one: WindowBound): Sql } {
  const { rule } = series;
  return {
    bucket: startOf(rule, number),
    bound: (bound) => lowerBound(rule, number, bound),
  };
}

export function knownNumber({ first }: Extract<SeriesExtent, { kind: 'known' }>, step: Sql): Sql {
  return first === 0 ? step : operator('+', step, integer(first));
}

/**
 * The number of a bucket from data: the first one is estimated, at most two too low. It stops behind the last one, where
 * calendars still have dates.
 */
export function numberFromData(rule: BucketRule, first: Sql, last: Sql, step: Sql): Sql {
  const upwards = operator('+', estimated(rule, first), integer(-1), step);
  return call('LEAST', upwards, operator('+', estimated(rule, last), integer(2)));
}

/** Months differ in length, so the estimate may be one too low or too high. */
function estimated(rule: BucketRule, moment: Sql): Sql {
  const { origin, length } = measured(rule);
  return {
    kind: 'floor-divide',
    dividend: { kind: 'seconds-between', from: { kind: 'reading', reading: origin }, to: moment },
    divisor: integer(Math.round(lengthMs(length) / secondMs)),
  };
}

function measured(rule: BucketRule): { readonly origin: Clock; readonly length: Interval } {
  switch (rule.kind) {
    case 'steps':
      return { origin: rule.origin, length: { months: 0, ms: rule.stepMs } };
    case 'months':
      return { origin: bucketStart(rule, 0), length: { months: rule.months, ms: 0 } };
    case 'calendar':
      return { origin: rule.origin, length: rule.interval };
  }
}

function startOf(rule: BucketRule, number: Sql): Sql {
  switch (rule.kind) {
    case 'steps':
      return added(reading(rule.origin), { months: 0, ms: rule.stepMs }, number);
    case 'months': {
      const start = clock(0, rule.first + 1, 1);
      const month = added(reading(start), { months: rule.months, ms: 0 }, number);
      return rule.shiftMs === 0 ? month : added(month, { months: 0, ms: rule.shiftMs });
    }
    case 'calendar':
      return added(reading(rule.origin), rule.interval, number);
  }
}

function lowerBound(rule: BucketRule, number: Sql, bound: WindowBound): Sql {
  if (bound.kind === 'start-of') {
    const { granularity } = bound;
    const own = typeof granularity === 'string' ? granularity : bucketRule(granularity);
    if (!own) throw new Error(`the buckets of '${nameOfGranularity(granularity)}' follow no rule`);
    return { kind: 'bucket', operand: startOf(rule, number), granularity: own, zone: utc };
  }
  const { edge, by } = bound;
  const start = startOf(rule, edge === 'start' ? number : operator('+', number, integer(1)));
  return by.months === 0 && by.ms === 0 ? start : added(start, by);
}

function added(operand: Sql, interval: Interval, count: Sql = integer(1)): Sql {
  return { kind: 'add-interval', operand, interval, count };
}

function reading(value: Clock): Sql {
  return { kind: 'reading', reading: value };
}

function integer(value: number): Sql {
  return { kind: 'integer', value };
}
