import { infiniteDay } from '../../engine.ts';
import { wireValueError } from './wire-value-error.ts';

/** A point in time, or an infinity. */
export interface TimeParts {
  /** Days since 1970-01-01; infinite for the infinities. */
  readonly day: number;
  /** Microseconds since midnight. */
  readonly micros: number;
}

export const MICROS_A_DAY = 86_400_000_000;

const SHAPE =
  /^([+-]?\d{4,9})-(\d\d)-(\d\d)(?: \(BC\))?(?:[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?(Z|[+-]\d\d(?::?\d\d)?)?)?(?: \(?BC\)?)?$/;

/**
 * Reads a date or a time as engines deliver it: `2024-01-31T10:00:00.123`, `+012024-01-31`, `-000043-03-15`, the forms
 * of PostgreSQL and DuckDB with `BC`, and `infinity`. Digits beyond microseconds are cut off.
 */
export function readTimeParts(text: string): TimeParts {
  const parts = SHAPE.exec(text);
  if (parts === null) return infinityOf(text);
  const [, written = '', month = '', date = '', hours = '0', minutes = '0', seconds = '0', fraction = '', zone] = parts;
  const year = text.includes('BC') ? 1 - Number(written) : Number(written);
  const day = dayOf(year, Number(month), Number(date));
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) - zoneSeconds(zone);
  const shift = Math.floor(whole / 86_400);
  if (Math.abs(day) === infiniteDay) return { day: day > 0 ? Infinity : -Infinity, micros: 0 }; // in lists of DuckDB
  return { day: day + shift, micros: (whole - shift * 86_400) * 1_000_000 + microsOf(fraction) };
}

/** Digits after the point of seconds, as microseconds. */
export function microsOf(fraction: string): number {
  return Number(fraction.slice(0, 6).padEnd(6, '0'));
}

/** Seconds east of UTC: `+02`, `-05:30`. */
export function zoneSeconds(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.replaceAll(':', '').slice(1).padEnd(6, '0');
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2, 4)) * 60 + Number(digits.slice(4, 6));
  return zone.startsWith('-') ? -seconds : seconds;
}

function infinityOf(text: string): TimeParts {
  const bare = text.toLowerCase();
  if (bare === 'infinity') return { day: Infinity, micros: 0 };
  if (bare === '-infinity') return { day: -Infinity, micros: 0 };
  throw wireValueError('date or time', 'it is not written as one');
}

/** Days since 1970-01-01, in the proleptic Gregorian calendar. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". */
function dayOf(year: number, month: number, date: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
