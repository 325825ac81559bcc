import { type Clock, dayMs, floorTo, hourMs, minuteMs, secondMs } from '../../time/index.ts';
import type { CronSchedule, Days } from './cron-schedule.ts';

/** The rarest day, a fifth Monday in February, returns after at most 40 years. */
const mostDays = 41 * 366;

/**
 * Returns the first clock time later than `after` at which a schedule fires.
 *
 * @returns `undefined` when it names days that do not exist
 */
export function nextReading(schedule: CronSchedule, after: Clock): Clock | undefined {
  const today = floorTo(dayMs, after);
  for (let count = 0; count < mostDays; count += 1) {
    const day = today + count * dayMs;
    if (!firesOn(schedule, dateOf(day))) continue;
    const time = firstTimeAfter(schedule, after - day);
    if (time !== undefined) return (day + time) as Clock;
  }
  return undefined;
}

interface CalendarDate {
  readonly month: number;
  readonly day: number;
  readonly lastDay: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

function dateOf(midnight: number): CalendarDate {
  const date = new Date(midnight);
  const month = date.getUTCMonth() + 1;
  const lastDay = new Date(midnight);
  lastDay.setUTCMonth(month, 0);
  return { month, day: date.getUTCDate(), lastDay: lastDay.getUTCDate(), weekday: date.getUTCDay() };
}

function firesOn({ months, monthDays, weekDays }: CronSchedule, date: CalendarDate): boolean {
  if (!months.includes(date.month)) return false;
  const isMonthDay = passes(monthDays, date.day, (form) => isDayOfMonth(form, date));
  const isWeekDay = passes(weekDays, date.weekday, (form) => isDayOfWeek(form, date));
  return monthDays.isAny || weekDays.isAny ? isMonthDay && isWeekDay : isMonthDay || isWeekDay;
}

function passes({ numbers, calendar }: Days, number: number, isForm: (form: string) => boolean): boolean {
  return numbers.includes(number) || calendar.some(isForm);
}

/** @param form `L` the last day, `L-2` two days before it, `LW` the last weekday, `15W` the weekday nearest to the 15th */
function isDayOfMonth(form: string, date: CalendarDate): boolean {
  if (form === 'L') return date.day === date.lastDay;
  if (form === 'LW') return date.day === nearestWeekday(date.lastDay, date);
  if (form.startsWith('L-')) return date.day === date.lastDay - Number(form.slice(2));
  return date.day === nearestWeekday(Number(form.slice(0, -1)), date);
}

/** The day from Monday to Friday, of the same month, that is nearest to a day of it. */
function nearestWeekday(day: number, date: CalendarDate): number {
  if (day > date.lastDay) return 0;
  const weekday = (((date.weekday + day - date.day) % 7) + 7) % 7;
  if (weekday === 6) return day === 1 ? 3 : day - 1;
  if (weekday === 0) return day === date.lastDay ? day - 2 : day + 1;
  return day;
}

/** @param form `5L` the last Friday, `1#2` the second Monday */
function isDayOfWeek(form: string, { day, lastDay, weekday }: CalendarDate): boolean {
  if (form === 'L') return weekday === 6;
  if (Number(form.charAt(0)) % 7 !== weekday) return false;
  return form.endsWith('L') ? day > lastDay - 7 : Math.ceil(day / 7) === Number(form.slice(2));
}

/** @param after milliseconds after midnight, negative for the day before */
function firstTimeAfter({ hours, minutes, seconds }: CronSchedule, after: number): number | undefined {
  for (const hour of hours) {
    if ((hour + 1) * hourMs <= after) continue;
    for (const minute of minutes) {
      const start = hour * hourMs + minute * minuteMs;
      if (start + minuteMs <= after) continue;
      const second = seconds.find((one) => start + one * secondMs > after);
      if (second !== undefined) return start + second * secondMs;
    }
  }
  return undefined;
}
