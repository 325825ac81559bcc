import { type Clock, clock, hourMs, isInYears1To9999, minuteMs, secondMs } from './clock.ts';
import { type DatePoint, wholeUnit } from './date-point.ts';
import type { Instant } from './instant.ts';

const isoText = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|([+-])(\d\d):?(\d\d)?)?)?$/i;

/**
 * ISO 8601: `2024-01-31`, `2024-01-31T10:00`, `2024-01-31 10:00:00.500`, each time optionally with `Z` or an offset.
 * Digits after the millisecond are dropped. Dates that no calendar has (30 February, hour 24) are undefined.
 */
export function parseDate(text: string): DatePoint | undefined {
  const match = isoText.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone, sign, offsetHour, offsetMinute] = match;
  const date = clock(Number(year), Number(month), Number(day));
  if (!isInYears1To9999(date) || new Date(date).getUTCMonth() + 1 !== Number(month) || day === '00') return undefined;
  if (hour === undefined) return wholeUnit('day', date);
  const [h, m, s] = [Number(hour), Number(minute), Number(second ?? 0)];
  if (h > 23 || m > 59 || s > 59) return undefined;
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const reading = (date + h * hourMs + m * minuteMs + s * secondMs + milliseconds) as Clock;
  if (zone === undefined) return { kind: 'clock', reading };
  const [oh, om] = [Number(offsetHour ?? 0), Number(offsetMinute ?? 0)];
  if (oh > 23 || om > 59) return undefined;
  const offsetMs = (oh * hourMs + om * minuteMs) * (sign === '-' ? -1 : 1);
  return { kind: 'instant', instant: (reading - offsetMs) as number as Instant };
}
