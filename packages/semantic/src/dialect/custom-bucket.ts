import { operator, type Sql } from '../sql/index.ts';
import { type BucketRule, dayMs, lengthMs, secondMs } from '../time/index.ts';

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

/** Counts the same buckets from the first year of the calendar, for engines that only count upwards. */
export function fromFirstYear(rule: Exclude<BucketRule, CalendarRule>): Exclude<BucketRule, CalendarRule> {
  if (rule.kind === 'months') return { ...rule, first: 12 + modulo(rule.first - 12, rule.months) };
  const start = -719_162 * dayMs; // 0001-01-01
  return { ...rule, origin: (start + modulo(rule.origin - start, rule.stepMs)) as typeof rule.origin };
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
