import type { Civil } from './instant.ts';

/** A wall clock reading as a number: milliseconds since 1970-01-01T00:00 on that clock, whatever its zone. */
export type Clock = number & { readonly brand: 'clock' };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** @param month counts from 1; parts past their end roll over, as in `Date.UTC` */
export function clock(year: number, month: number, day: number, timeOfDayMs = 0): Clock {
  // `Date.UTC` reads the years 0 to 99 as 1900 to 1999.
  return (new Date(0).setUTCFullYear(year, month - 1, day) + timeOfDayMs) as Clock;
}

export function isInYears1To9999(reading: Clock): boolean {
  return reading >= firstReading && reading <= lastReading;
}

export function civilOf(reading: Clock): Civil {
  return new Date(reading).toISOString().slice(0, -1) as Civil;
}

export function clockOf(civil: Civil): Clock {
  return Date.parse(`${civil}Z`) as Clock;
}

/** The last multiple of the step that is not after `reading`. */
export function floorTo(stepMs: number, reading: Clock): Clock {
  return (Math.floor(reading / stepMs) * stepMs) as Clock;
}

const firstReading = clock(1, 1, 1);
const lastReading = clock(9999, 12, 31, dayMs - 1);
