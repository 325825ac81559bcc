import type { TimeUnit } from './time-unit.ts';
import { type Clock, clock, dayMs, floorTo, hourMs, minuteMs, secondMs } from './clock.ts';

/** The last reading of the unit's form that is not after `reading`; weeks start on Monday. */
export function startOfUnit(unit: TimeUnit, reading: Clock): Clock {
  const date = new Date(reading);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  switch (unit) {
    case 'second':
      return floorTo(secondMs, reading);
    case 'minute':
      return floorTo(minuteMs, reading);
    case 'hour':
      return floorTo(hourMs, reading);
    case 'day':
      return floorTo(dayMs, reading);
    case 'week': {
      const daysSinceMonday = (date.getUTCDay() + 6) % 7;
      return floorTo(dayMs, (reading - daysSinceMonday * dayMs) as Clock);
    }
    case 'month':
      return clock(year, month, 1);
    case 'quarter':
      return clock(year, month - ((month - 1) % 3), 1);
    case 'year':
      return clock(year, 1, 1);
  }
}

/** Steps on the clock face. A day that the target month does not have becomes its last day. */
export function addUnits(unit: TimeUnit, count: number, reading: Clock): Clock {
  switch (unit) {
    case 'second':
      return (reading + count * secondMs) as Clock;
    case 'minute':
      return (reading + count * minuteMs) as Clock;
    case 'hour':
      return (reading + count * hourMs) as Clock;
    case 'day':
      return (reading + count * dayMs) as Clock;
    case 'week':
      return (reading + count * 7 * dayMs) as Clock;
    case 'month':
      return addMonths(count, reading);
    case 'quarter':
      return addMonths(count * 3, reading);
    case 'year':
      return addMonths(count * 12, reading);
  }
}

function addMonths(count: number, reading: Clock): Clock {
  const date = new Date(reading);
  const timeOfDayMs = reading - floorTo(dayMs, reading);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1 + count;
  const lastDay = new Date(clock(year, month + 1, 0)).getUTCDate();
  return clock(year, month, Math.min(date.getUTCDate(), lastDay), timeOfDayMs);
}
