import { dayMs, hourMs, minuteMs, secondMs } from '../../time/clock.ts';

/** What a cron schedule comes to, whatever the zone of its clock. */
export type Cron =
  /** Fires when the clock shows `phaseMs` more than a multiple of `everyMs`, counted from 1970-01-01T00:00. */
  | { readonly kind: 'even'; readonly everyMs: number; readonly phaseMs: number }
  /** Says when to fire, but not at equal distances. */
  | { readonly kind: 'uneven' }
  | { readonly kind: 'invalid'; readonly reason: string };

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly words?: readonly string[];
  /** Forms that pick days by the shape of a month: the last one, the nearest weekday, the third Friday. */
  readonly calendar?: RegExp;
}

const second: Field = { name: 'second', min: 0, max: 59 };
const minute: Field = { name: 'minute', min: 0, max: 59 };
const hour: Field = { name: 'hour', min: 0, max: 23 };
const dayOfMonth: Field = { name: 'day of month', min: 1, max: 31, calendar: /^(?:L(?:-\d{1,2})?|LW|\d{1,2}W)$/i };
const month: Field = {
  name: 'month',
  min: 1,
  max: 12,
  words: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
};
const dayOfWeek: Field = {
  name: 'day of week',
  min: 0,
  // Sunday has two numbers.
  max: 7,
  words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  calendar: /^(?:[0-7]?L|[0-7]#[1-5])$/i,
};
const fields: readonly Field[] = [second, minute, hour, dayOfMonth, month, dayOfWeek];

const nicknames: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
]);

/** Values a field lets pass, ascending; `calendar` when that depends on the month. */
type Passing = readonly number[] | 'calendar';

/**
 * Reads `minute hour day-of-month month day-of-week`, with a field for seconds before them if there are six: `*`, `?`,
 * numbers, names of months and weekdays, ranges, steps and lists.
 *
 * Distances are those of the clock on the wall. A day of 23 or 25 hours is a day like the others, so a daily schedule is
 * even in every zone.
 */
export function parseCron(text: string): Cron {
  const written = nicknames.get(text.trim().toLowerCase()) ?? text.trim();
  const texts = written.split(/\s+/);
  if (texts.length < 5 || texts.length > 6) {
    return { kind: 'invalid', reason: `it has ${texts.length} of 5 or 6 fields` };
  }
  const passing: Passing[] = texts.length === 5 ? [[0]] : [];
  for (const [index, field] of fields.slice(-texts.length).entries()) {
    const read = readField(texts[index] ?? '', field);
    if (typeof read === 'string' && read !== 'calendar') return { kind: 'invalid', reason: read };
    passing.push(read);
  }
  return distance(passing) ?? { kind: 'uneven' };
}

/** @returns a sentence saying what is wrong where the field cannot be read */
function readField(text: string, field: Field): Passing | string {
  const values = new Set<number>();
  let isCalendar = false;
  for (const item of text.split(',')) {
    if (field.calendar?.test(item)) {
      isCalendar = true;
      continue;
    }
    const range = readRange(item, field);
    if (typeof range === 'string') return range;
    for (let value = range.from; value <= range.to; value += range.step)
      values.add(field === dayOfWeek ? value % 7 : value);
  }
  return isCalendar ? 'calendar' : [...values].sort((one, other) => one - other);
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

function readRange(item: string, field: Field): Range | string {
  const [, start = '', end, step] = /^(\*|\?|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(item) ?? [];
  const isAny = start === '*' || (start === '?' && field.calendar !== undefined);
  if (start === '' || (isAny && end !== undefined)) return `${field.name} '${item}' cannot be read`;
  if (step !== undefined && Number(step) === 0) return `${field.name} '${item}' has a step of 0`;
  const from = isAny ? field.min : readValue(start, field);
  const to = end === undefined ? (isAny || step !== undefined ? field.max : from) : readValue(end, field);
  for (const value of [from, to]) if (typeof value === 'string') return value;
  if (from > to) return `${field.name} '${item}' ends before it starts`;
  return { from: Number(from), to: Number(to), step: Number(step ?? 1) };
}

function readValue(text: string, field: Field): number | string {
  const word = field.words?.indexOf(text.toLowerCase()) ?? -1;
  if (word >= 0) return word + field.min;
  if (!/^\d+$/.test(text)) return `${field.name} '${text}' cannot be read`;
  const value = Number(text);
  if (value >= field.min && value <= field.max) return value;
  return `${field.name} ${text} is not between ${field.min} and ${field.max}`;
}

function distance(passing: readonly Passing[]): Cron | undefined {
  const [seconds = [], minutes = [], hours = [], days = [], months = [], weekdays = []] = passing;
  // Months differ in length, so a schedule that leaves out a day of them is uneven sooner or later.
  if (!isWhole(days, 31) || !isWhole(months, 12) || weekdays === 'calendar') return undefined;
  const daily = distanceInDay(seconds, minutes, hours);
  if (!daily) return undefined;
  if (isWhole(weekdays, 7)) return { kind: 'even', ...daily };
  const [weekday, ...others] = weekdays;
  if (weekday === undefined || others.length > 0 || daily.everyMs !== dayMs) return undefined;
  const daysAfterEpoch = (weekday - epochWeekday + 7) % 7;
  return { kind: 'even', everyMs: 7 * dayMs, phaseMs: daysAfterEpoch * dayMs + daily.phaseMs };
}

/** 1970-01-01 was a Thursday. */
const epochWeekday = 4;

/**
 * Every combination of the three fires. Where a unit has several values, they lie at equal distances around it, and the
 * larger units leave nothing out.
 */
function distanceInDay(
  ...units: readonly Passing[]
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
    if (values === undefined || values === 'calendar') return undefined;
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

function isWhole(values: Passing, count: number): boolean {
  return values !== 'calendar' && values.length === count;
}
