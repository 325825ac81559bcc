import { operator, type Sql } from '../sql/index.ts';
import { type BucketRule, bucketStart, type Clock, dayMs, type Interval, lengthMs, secondMs } from '../time/index.ts';

export type CalendarRule = Extract<BucketRule, { kind: 'calendar' }>;

/**
 * Buckets of varying length on the clock. The distance to the origin gives the bucket within one before or after; a
 * lookup decides which.
 *
 * @param local on the wall clock @param seconds from the origin to `local`, rounded down
 */
export function calendarBucket({ origin, interval }: CalendarRule, local: Sql, seconds: Sql): Sql {
  const average: Sql = { kind: 'integer', value: Math.round(lengthMs(interval) / secondMs) };
  const estimate: Sql = { kind: 'floor-divide', dividend: seconds, divisor: average };
  const start = (further: number): Sql => ({
    kind: 'add-interval',
    operand: { kind: 'reading', reading: origin },
    interval,
    count: further === 0 ? estimate : operator('+', estimate, { kind: 'integer', value: further }),
  });
  return {
    kind: 'case',
    when: [1, 0].map((further) => ({ condition: operator('<=', start(further), local), value: start(further) })),
    otherwise: start(-1),
  };
}

/**
 * Counts buckets from their origin, upwards and downwards.
 *
 * @param local on the wall clock @param monthsSince months between the first of a month and a moment, rounded down
 */
export function countedBucket(rule: BucketRule, local: Sql, monthsSince: (start: Sql, moment: Sql) => Sql): Sql {
  switch (rule.kind) {
    case 'steps': {
      const origin = reading(rule.origin);
      return moved(origin, { months: 0, ms: rule.stepMs }, whole(secondsSince(origin, local), rule.stepMs / secondMs));
    }
    case 'months': {
      const start = reading(bucketStart({ ...rule, shiftMs: 0 }, 0));
      const shifted = (by: number, moment: Sql) =>
        by === 0 ? moment : moved(moment, { months: 0, ms: by }, { kind: 'integer', value: 1 });
      const count = whole(monthsSince(start, shifted(-rule.shiftMs, local)), rule.months);
      return shifted(rule.shiftMs, moved(start, { months: rule.months, ms: 0 }, count));
    }
    case 'calendar':
      return calendarBucket(rule, local, secondsSince(reading(rule.origin), local));
  }
}

function reading(value: Clock): Sql {
  return { kind: 'reading', reading: value };
}

function secondsSince(from: Sql, to: Sql): Sql {
  return { kind: 'seconds-between', from, to };
}

function whole(dividend: Sql, divisor: number): Sql {
  return { kind: 'floor-divide', dividend, divisor: { kind: 'integer', value: divisor } };
}

function moved(operand: Sql, interval: Interval, count: Sql): Sql {
  return { kind: 'add-interval', operand, interval, count };
}

/** Counts the same buckets from the first year of the calendar, for engines that only count upwards. */
export function fromFirstYear(rule: Exclude<BucketRule, CalendarRule>): Exclude<BucketRule, CalendarRule> {
  if (rule.kind === 'months') return { ...rule, first: 12 + modulo(rule.first - 12, rule.months) };
  const start = -719_162 * dayMs; // 0001-01-01
  return { ...rule, origin: (start + modulo(rule.origin - start, rule.stepMs)) as typeof rule.origin };
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
