import { type Clock, dayMs, hourMs, minuteMs, secondMs } from './clock.ts';
import { addUnits } from './clock-units.ts';
import { isTimeUnit, type TimeUnit } from './time-unit.ts';

/** A distance on the calendar: whole months, and a part that is equally long everywhere on the clock. */
export interface Interval {
  readonly months: number;
  readonly ms: number;
}

export interface IntervalPart {
  readonly count: number;
  readonly unit: TimeUnit;
}

const pattern = /^([+-]?\d+) ([a-z]+?)s?$/;
/** More than any date has room for. */
const longestMs = 10_000 * 366 * dayMs;

/** `15 minutes`, `-1 day`, `1 year 6 months`: each pair has its own sign. */
export function parseInterval(text: string): readonly IntervalPart[] | undefined {
  const words = text.trim().toLowerCase().split(/\s+/);
  if (words.length === 0 || words.length % 2 !== 0) return undefined;
  const parts: IntervalPart[] = [];
  for (let index = 0; index < words.length; index += 2) {
    const match = pattern.exec(`${words[index]} ${words[index + 1]}`);
    const [, count = '', unit = ''] = match ?? [];
    if (!isTimeUnit(unit)) return undefined;
    parts.push({ count: Number(count), unit });
  }
  return Math.abs(lengthMs(intervalOf(parts))) <= longestMs ? parts : undefined;
}

export function intervalOf(parts: readonly IntervalPart[]): Interval {
  return parts.reduce<Interval>(
    (sum, { count, unit }) => {
      const one = unitInterval(unit);
      return { months: sum.months + count * one.months, ms: sum.ms + count * one.ms };
    },
    { months: 0, ms: 0 },
  );
}

export function unitInterval(unit: TimeUnit): Interval {
  switch (unit) {
    case 'second':
      return { months: 0, ms: secondMs };
    case 'minute':
      return { months: 0, ms: minuteMs };
    case 'hour':
      return { months: 0, ms: hourMs };
    case 'day':
      return { months: 0, ms: dayMs };
    case 'week':
      return { months: 0, ms: 7 * dayMs };
    case 'month':
      return { months: 1, ms: 0 };
    case 'quarter':
      return { months: 3, ms: 0 };
    case 'year':
      return { months: 12, ms: 0 };
  }
}

/** About how long it is: a month is the 4800th part of the 400 years after which the calendar repeats. */
export function lengthMs({ months, ms }: Interval): number {
  return (months * 146_097 * dayMs) / 4800 + ms;
}

/** Adds the months first, where a day that the month lacks becomes its last day, and then the milliseconds. */
export function addInterval(reading: Clock, { months, ms }: Interval, count = 1): Clock {
  const moved = months === 0 ? reading : addUnits('month', count * months, reading);
  return (moved + count * ms) as Clock;
}
