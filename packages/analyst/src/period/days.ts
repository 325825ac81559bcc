import { addUnits, type Civil, civilOf, type Clock, clockOf, startOfUnit, type TimeUnit } from '@orrery/semantic';

/** A day as a reading of the clock at its beginning. */
export type Day = Clock;

export type CalendarUnit = Extract<TimeUnit, 'day' | 'week' | 'month' | 'quarter' | 'year'>;

export function isoOf(day: Day): string {
  return civilOf(day).slice(0, 10);
}

/** @returns `undefined` for days that no calendar has, as 30 February */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  if (year < 1000 || year > 9999) return undefined;
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return undefined;
  // A civil time is text of this form.
  return clockOf(`${text}T00:00:00.000` as Civil);
}

/** All days of a unit. */
export interface DaySpan {
  readonly first: Day;
  readonly last: Day;
}

export function spanOf(unit: CalendarUnit, day: Day, count = 1): DaySpan {
  const first = startOfUnit(unit, day);
  return { first, last: addUnits('day', -1, addUnits(unit, count, first)) };
}
