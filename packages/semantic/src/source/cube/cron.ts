import { dayMs, hourMs, minuteMs, secondMs } from '../../time/index.ts';
import { type CronSchedule, type Days, readCron } from './cron-schedule.ts';

/** The effect of a cron schedule, whatever the zone of its clock. */
export type Cron =
  /** Fires when the clock shows `phaseMs` more than a multiple of `everyMs`, counted from 1970-01-01T00:00. */
  | { readonly kind: 'even'; readonly everyMs: number; readonly phaseMs: number }
  /** Fires at unequal distances. */
  | { readonly kind: 'uneven' }
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * Whether a cron schedule fires at equal distances on the wall clock: a day of 23 or 25 hours counts as a whole day, so
 * a daily schedule is even in every zone.
 */
export function parseCron(text: string): Cron {
  const schedule = readCron(text);
  if (typeof schedule === 'string') return { kind: 'invalid', reason: schedule };
  return distance(schedule) ?? { kind: 'uneven' };
}

function distance({ seconds, minutes, hours, monthDays, months, weekDays }: CronSchedule): Cron | undefined {
  // Months differ in length, so a schedule that skips some of their days is uneven.
  if (!isEvery(monthDays, 31) || !isWhole(months, 12) || weekDays.calendar.length > 0) return undefined;
  const daily = distanceInDay(seconds, minutes, hours);
  if (!daily) return undefined;
  if (isEvery(weekDays, 7)) return { kind: 'even', ...daily };
  const [weekday, ...others] = weekDays.numbers;
  if (weekday === undefined || others.length > 0 || daily.everyMs !== dayMs) return undefined;
  const daysAfterEpoch = (weekday - epochWeekday + 7) % 7;
  return { kind: 'even', everyMs: 7 * dayMs, phaseMs: daysAfterEpoch * dayMs + daily.phaseMs };
}

/** 1970-01-01 was a Thursday. */
const epochWeekday = 4;

/**
 * Every combination of the three fields fires. Several values of a unit must be equally spaced, and larger units must
 * be complete.
 */
function distanceInDay(
  ...units: readonly (readonly number[])[]
): { readonly everyMs: number; readonly phaseMs: number } | undefined {
  const sizes = [
    { count: 60, ms: secondMs },
    { count: 60, ms: minuteMs },
    { count: 24, ms: hourMs },
  ];
  let everyMs: number | undefined;
  let phaseMs = 0;
  for (const [index, { count, ms }] of sizes.entries()) {
    const values = units[index];
    if (values === undefined) return undefined;
    const [first = 0] = values;
    if (everyMs !== undefined) {
      if (!isWhole(values, count)) return undefined;
      continue;
    }
    phaseMs += first * ms;
    if (values.length === 1) continue;
    const step = count / values.length;
    if (!values.every((value, position) => value === first + position * step)) return undefined;
    everyMs = step * ms;
  }
  return { everyMs: everyMs ?? dayMs, phaseMs };
}

function isEvery({ numbers, calendar }: Days, count: number): boolean {
  return calendar.length === 0 && isWhole(numbers, count);
}

function isWhole(values: readonly number[], count: number): boolean {
  return values.length === count;
}
