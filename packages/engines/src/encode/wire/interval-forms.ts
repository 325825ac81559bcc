import type { ByteSink } from '../../value-text/index.ts';
import { microsOf } from './time-parts.ts';
import { putInt64 } from './put-times.ts';
import { wireValueError } from './wire-value-error.ts';

interface IntervalParts {
  readonly months: number;
  readonly days: number;
  readonly micros: bigint;
}

const PART = /([+-]?\d+) (year|mon|week|day|hour|min)[a-z]*|([+-]?)(\d+)(?:\.(\d+))? sec[a-z]*/gy;
const CLOCK = /([+-]?)(\d+):(\d\d):(\d\d)(?:\.(\d+))?$/y;
const MINUTE = 60_000_000n;

/**
 * Reads an interval as engines deliver it: JSON of months, days and microseconds, or a text such as `1 mon 2 days
 * -03:04:05.5`.
 */
export function readIntervalParts(text: string): IntervalParts {
  if (text.startsWith('{')) return readParts(JSON.parse(text));
  let [months, days, micros] = [0, 0, 0n];
  let at = 0;
  for (;;) {
    while (text[at] === ' ') at += 1;
    if (at >= text.length && at > 0) return { months, days, micros };
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (part === null) break;
    at = PART.lastIndex;
    const [, written = '0', unit, sign = '', seconds = '0', fraction = ''] = part;
    const count = Number(written);
    if (unit === 'year') months += count * 12;
    else if (unit === 'mon') months += count;
    else if (unit === 'week') days += count * 7;
    else if (unit === 'day') days += count;
    else if (unit === 'hour') micros += BigInt(written) * 60n * MINUTE;
    else if (unit === 'min') micros += BigInt(written) * MINUTE;
    else micros += signed(sign, BigInt(seconds) * 1_000_000n + BigInt(microsOf(fraction)));
  }
  CLOCK.lastIndex = at;
  const clock = CLOCK.exec(text);
  if (clock === null) throw wireValueError('interval', 'it is not written as one');
  const [, sign = '', hours = '0', minutes = '0', seconds = '0', fraction = ''] = clock;
  const whole = (BigInt(hours) * 60n + BigInt(minutes)) * MINUTE + BigInt(seconds) * 1_000_000n;
  return { months, days, micros: micros + signed(sign, whole + BigInt(microsOf(fraction))) };
}

function readParts(parts: Partial<Record<'months' | 'days' | 'micros', number | string>>): IntervalParts {
  const { months = 0, days = 0, micros = 0 } = parts;
  return { months: Number(months), days: Number(days), micros: BigInt(micros) };
}

function signed(sign: string, value: bigint): bigint {
  return sign === '-' ? -value : value;
}

/** Writes an interval as PostgreSQL does: `1 year 2 mons -3 days +04:05:06.5`, `00:00:00`. */
export function intervalText({ months, days, micros }: IntervalParts): string {
  const years = Math.trunc(months / 12);
  const parts: string[] = [];
  let isBefore = false; // a part behind a negative one has a sign of its own
  for (const [count, unit] of [
    [years, 'year'],
    [months - years * 12, 'mon'],
    [days, 'day'],
  ] as const) {
    if (count === 0) continue;
    parts.push(`${isBefore && count > 0 ? '+' : ''}${count} ${unit}${count === 1 ? '' : 's'}`);
    isBefore = count < 0;
  }
  if (micros === 0n && parts.length > 0) return parts.join(' ');
  const size = micros < 0n ? -micros : micros;
  const sign = micros < 0n ? '-' : isBefore ? '+' : '';
  const minutes = size / MINUTE;
  const seconds = (size % MINUTE) / 1_000_000n;
  const fraction = String(size % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const clock = [minutes / 60n, minutes % 60n, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  return [...parts, `${sign}${clock}${fraction === '' ? '' : `.${fraction}`}`].join(' ');
}

/** Writes microseconds, days and months. */
export function putBinaryInterval(sink: ByteSink, { months, days, micros }: IntervalParts): void {
  sink.reserve(16);
  const { view, end } = sink;
  view.setBigInt64(end, micros);
  view.setInt32(end + 8, days);
  view.setInt32(end + 12, months);
  sink.end = end + 16;
}

const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d+))?([+-]\d\d(?::?\d\d){0,2})?$/;

/** A time of day in microseconds, and its zone in seconds east of UTC. */
export function readTimeOfDay(text: string): { readonly micros: number; readonly zone: string | undefined } {
  const parts = TIME.exec(text);
  if (parts === null) throw wireValueError('time', 'it is not written as one');
  const [, hours, minutes, seconds, fraction = '', zone] = parts;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { micros: whole * 1_000_000 + microsOf(fraction), zone };
}

export function putBinaryTimeOfDay(sink: ByteSink, micros: number): void {
  sink.reserve(8);
  putInt64(sink.view, sink.end, micros);
  sink.end += 8;
}
