/**
 * Wall clocks, computed with the runtime's own zone data, which the planner does not use. An instant and a reading are
 * both milliseconds; a reading is the instant at which a clock in UTC would show it.
 */
const formats = new Map<string, Intl.DateTimeFormat>();
const readings = new Map<string, Map<number, number>>();

export function readingAt(zone: string, instant: number): number {
  if (zone === 'UTC') return instant;
  const known = readings.get(zone) ?? new Map<number, number>();
  readings.set(zone, known);
  const found = known.get(instant) ?? readClock(zone, instant);
  known.set(instant, found);
  return found;
}

function readClock(zone: string, instant: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(zone, format);
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const seconds = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return seconds + (((instant % 1000) + 1000) % 1000);
}

/** Returns the first instant at which the clock shows `reading`, which must not be skipped by the clock. */
export function instantOf(zone: string, reading: number): number {
  const day = 86_400_000;
  const offsets = [reading - day, reading + day].map((near) => readingAt(zone, near) - near);
  const candidates = offsets
    .map((offset) => reading - offset)
    .filter((instant) => readingAt(zone, instant) === reading);
  if (candidates.length === 0) throw new Error(`no clock in ${zone} shows ${new Date(reading).toISOString()}`);
  return Math.min(...candidates);
}

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The start of the unit a reading lies in; weeks start on Monday. */
export function startOf(unit: Unit, reading: number): number {
  const date = new Date(reading);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  switch (unit) {
    case 'year':
      return Date.UTC(year, 0, 1);
    case 'quarter':
      return Date.UTC(year, month - (month % 3), 1);
    case 'month':
      return Date.UTC(year, month, 1);
    case 'week':
      return Date.UTC(year, month, day - ((date.getUTCDay() + 6) % 7));
    case 'day':
      return Date.UTC(year, month, day);
    case 'hour':
      return Date.UTC(year, month, day, date.getUTCHours());
    case 'minute':
      return Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes());
    case 'second':
      return Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds());
  }
}

/** The last millisecond of a day, or the moment itself. */
export function endOf(text: string): number {
  return text.length === 10 ? startOf('day', parseReading(text)) + 86_400_000 - 1 : parseReading(text);
}

/** Moves a reading by `2 month` or `-3 day`; a day that a month lacks becomes its last day. */
export function later(reading: number, interval: string, times = 1): number {
  const [count = '', unit = ''] = interval.split(' ');
  const steps = Number(count) * times;
  const lengthMs = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 }[unit];
  if (lengthMs !== undefined) return reading + steps * lengthMs;
  const months = steps * ({ month: 1, quarter: 3, year: 12 }[unit] ?? Number.NaN);
  const date = new Date(reading);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const day = Math.min(date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate());
  return Date.UTC(year, month, day) + (reading - startOf('day', reading));
}

/** Returns the start of the bucket that holds a reading. Buckets are counted from the origin in both directions. */
export function bucketFrom(origin: number, interval: string, reading: number): number {
  const spanMs = later(origin, interval) - origin;
  let times = Math.floor((reading - origin) / spanMs);
  while (later(origin, interval, times) > reading) times--;
  while (later(origin, interval, times + 1) <= reading) times++;
  return later(origin, interval, times);
}

/** `2024-01-31T10:00:00.000`, or a day, as a reading. */
export function parseReading(text: string): number {
  return Date.parse(text.length === 10 ? `${text}T00:00:00.000Z` : `${text}Z`);
}

export function formatReading(reading: number): string {
  return new Date(reading).toISOString().slice(0, -1);
}
