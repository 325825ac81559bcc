import { type Clock, clock, dayMs } from './clock.ts';
import { addInterval, type Interval, lengthMs, unitInterval } from './interval.ts';
import type { TimeUnit } from './time-unit.ts';
import { startOfUnit } from './clock-units.ts';

/**
 * Where the buckets of a granularity begin on the clock, numbered in both directions: bucket n ends where n + 1 begins.
 */
export type BucketRule =
  /** `origin + n * stepMs`. */
  | { readonly kind: 'steps'; readonly stepMs: number; readonly origin: Clock }
  /** The first of a month and `shiftMs`, every `months` months; month 0 is January of the year 0. */
  | { readonly kind: 'months'; readonly months: number; readonly first: number; readonly shiftMs: number }
  /** `origin + n * interval`, months first: a day that a month does not have becomes its last one. */
  | { readonly kind: 'calendar'; readonly interval: Interval; readonly origin: Clock };

/** @param interval is longer than nothing and has no negative part */
export function bucketsFrom(origin: Clock, interval: Interval): BucketRule {
  if (interval.months === 0) return { kind: 'steps', stepMs: interval.ms, origin };
  const isOnFirst28Days = new Date(origin).getUTCDate() <= 28;
  if (interval.ms !== 0 || !isOnFirst28Days) return { kind: 'calendar', interval, origin };
  const start = startOfUnit('month', origin);
  return { kind: 'months', months: interval.months, first: monthOf(origin), shiftMs: origin - start };
}

/** Months since January of the year 0. */
function monthOf(reading: Clock): number {
  const date = new Date(reading);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const someMonday = clock(2024, 1, 1);

export function ruleOfUnit(unit: TimeUnit): BucketRule {
  switch (unit) {
    case 'month':
      return { kind: 'months', months: 1, first: monthOf(someMonday), shiftMs: 0 };
    case 'quarter':
      return { kind: 'months', months: 3, first: monthOf(someMonday), shiftMs: 0 };
    case 'year':
      return { kind: 'months', months: 12, first: monthOf(someMonday), shiftMs: 0 };
    case 'second':
    case 'minute':
    case 'hour':
    case 'day':
    case 'week':
      return { kind: 'steps', stepMs: unitInterval(unit).ms, origin: someMonday };
  }
}

/** The number of the bucket that holds a reading. */
export function bucketNumber(rule: BucketRule, reading: Clock): number {
  switch (rule.kind) {
    case 'steps':
      return Math.floor((reading - rule.origin) / rule.stepMs);
    case 'months':
      return Math.floor((monthOf((reading - rule.shiftMs) as Clock) - rule.first) / rule.months);
    case 'calendar': {
      const estimate = Math.floor((reading - rule.origin) / lengthMs(rule.interval));
      const later = [estimate + 1, estimate].find((number) => bucketStart(rule, number) <= reading);
      return later ?? estimate - 1;
    }
  }
}

export function bucketStart(rule: BucketRule, number: number): Clock {
  switch (rule.kind) {
    case 'steps':
      return (rule.origin + number * rule.stepMs) as Clock;
    case 'months':
      return clock(0, rule.first + number * rule.months + 1, 1, rule.shiftMs);
    case 'calendar':
      return addInterval(rule.origin, rule.interval, number);
  }
}

/** Whether every bucket of `fine` lies in one of `coarse`. */
export function nests(fine: BucketRule, coarse: BucketRule): boolean {
  switch (fine.kind) {
    case 'steps': {
      const isStep = (distance: number) => distance % fine.stepMs === 0;
      if (coarse.kind === 'steps') return isStep(coarse.stepMs) && isStep(coarse.origin - fine.origin);
      // Months differ in length, by whole days.
      const [start, rest] = coarse.kind === 'months' ? [coarse.shiftMs, 0] : [coarse.origin, coarse.interval.ms];
      return isStep(dayMs) && isStep(rest) && isStep(start - fine.origin);
    }
    case 'months': {
      if (coarse.kind !== 'months' || coarse.shiftMs !== fine.shiftMs) return false;
      return coarse.months % fine.months === 0 && (coarse.first - fine.first) % fine.months === 0;
    }
    case 'calendar':
      return (
        coarse.kind === 'calendar' &&
        coarse.origin === fine.origin &&
        coarse.interval.months === fine.interval.months &&
        coarse.interval.ms === fine.interval.ms
      );
  }
}
