/** The clock times at which a cron schedule fires: those that match every field. */
export interface CronSchedule {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly monthDays: Days;
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekDays: Days;
}

/** The days that match a field; where both day fields name days, matching either is enough. */
export interface Days {
  /** Ascending. */
  readonly numbers: readonly number[];
  /** Forms that depend on the shape of the month, in capital letters: `L`, `LW`, `15W`, `5L`, `1#2`. */
  readonly calendar: readonly string[];
  /** The field is `*` or `?`. */
  readonly isAny: boolean;
}

interface CronField {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly words?: readonly string[];
  /** Forms that pick days by the shape of a month: the last one, the nearest weekday, the third Friday. */
  readonly calendar?: RegExp;
}

const second: CronField = { name: 'second', min: 0, max: 59 };
const minute: CronField = { name: 'minute', min: 0, max: 59 };
const hour: CronField = { name: 'hour', min: 0, max: 23 };
const dayOfMonth: CronField = { name: 'day of month', min: 1, max: 31, calendar: /^(?:L(?:-\d{1,2})?|LW|\d{1,2}W)$/i };
const month: CronField = {
  name: 'month',
  min: 1,
  max: 12,
  words: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
};
const dayOfWeek: CronField = {
  name: 'day of week',
  min: 0,
  // Sunday has two numbers.
  max: 7,
  words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
  calendar: /^(?:[0-7]?L|[0-7]#[1-5])$/i,
};
const fields: readonly CronField[] = [second, minute, hour, dayOfMonth, month, dayOfWeek];

const nicknames: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
]);

/**
 * Parses `minute hour day-of-month month day-of-week`, with a field for seconds before them if there are six: `*`, `?`,
 * numbers, names of months and weekdays, ranges, steps and lists.
 *
 * @returns a sentence with the problem when the text is invalid
 */
export function readCron(text: string): CronSchedule | string {
  const written = nicknames.get(text.trim().toLowerCase()) ?? text.trim();
  const texts = written.split(/\s+/);
  if (texts.length < 5 || texts.length > 6) return `it has ${texts.length} of 5 or 6 fields`;
  const read: Days[] = [];
  for (const [index, field] of fields.entries()) {
    const days = readField((texts.length === 5 ? ['0', ...texts] : texts)[index] ?? '', field);
    if (typeof days === 'string') return days;
    read.push(days);
  }
  const [seconds = none, minutes = none, hours = none, monthDays = none, months = none, weekDays = none] = read;
  return {
    seconds: seconds.numbers,
    minutes: minutes.numbers,
    hours: hours.numbers,
    monthDays,
    months: months.numbers,
    weekDays,
  };
}

const none: Days = { numbers: [], calendar: [], isAny: false };

/** @returns a sentence saying what is wrong where the field cannot be read */
function readField(text: string, field: CronField): Days | string {
  const values = new Set<number>();
  const calendar: string[] = [];
  for (const item of text.split(',')) {
    if (field.calendar?.test(item)) {
      calendar.push(item.toUpperCase());
      continue;
    }
    const range = readRange(item, field);
    if (typeof range === 'string') return range;
    for (let value = range.from; value <= range.to; value += range.step)
      values.add(field === dayOfWeek ? value % 7 : value);
  }
  const numbers = [...values].sort((one, other) => one - other);
  return { numbers, calendar, isAny: text === '*' || text === '?' };
}

interface CronRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

function readRange(item: string, field: CronField): CronRange | string {
  const [, start = '', end, step] = /^(\*|\?|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(item) ?? [];
  const isAny = start === '*' || (start === '?' && field.calendar !== undefined);
  if (start === '' || (isAny && end !== undefined)) return `${field.name} '${item}' cannot be read`;
  if (step !== undefined && Number(step) === 0) return `${field.name} '${item}' has a step of 0`;
  const from = isAny ? field.min : readValue(start, field);
  const to = end === undefined ? (isAny || step !== undefined ? field.max : from) : readEnd(end, field);
  for (const value of [from, to]) if (typeof value === 'string') return value;
  if (from > to) return `${field.name} '${item}' ends before it starts`;
  return { from: Number(from), to: Number(to), step: Number(step ?? 1) };
}

/** A range of weekdays that ends on a Sunday ends with the week. */
function readEnd(text: string, field: CronField): number | string {
  return field === dayOfWeek && text.toLowerCase() === 'sun' ? dayOfWeek.max : readValue(text, field);
}

function readValue(text: string, field: CronField): number | string {
  const word = field.words?.indexOf(text.toLowerCase()) ?? -1;
  if (word >= 0) return word + field.min;
  if (!/^\d+$/.test(text)) return `${field.name} '${text}' cannot be read`;
  const value = Number(text);
  if (value >= field.min && value <= field.max) return value;
  return `${field.name} ${text} is not between ${field.min} and ${field.max}`;
}
