import { shownLiteral } from '@orrery/kernel';
import type { Literal } from './read-literal.ts';

/** Months and microseconds of a unit; days stand between. */
const units: readonly (readonly [names: RegExp, months: number, days: number, microseconds: number])[] = [
  [/^(?:y|yr|yrs|year|years)$/, 12, 0, 0],
  [/^(?:mon|mons|month|months)$/, 1, 0, 0],
  [/^(?:w|week|weeks)$/, 0, 7, 0],
  [/^(?:d|day|days)$/, 0, 1, 0],
  [/^(?:h|hr|hrs|hour|hours)$/, 0, 0, 3_600_000_000],
  [/^(?:m|min|mins|minute|minutes)$/, 0, 0, 60_000_000],
  [/^(?:s|sec|secs|second|seconds)$/, 0, 0, 1_000_000],
  [/^(?:ms|msec|msecs|millisecond|milliseconds)$/, 0, 0, 1_000],
  [/^(?:us|usec|usecs|microsecond|microseconds)$/, 0, 0, 1],
  [/^(?:decade|decades|dec|decs)$/, 120, 0, 0],
  [/^(?:century|centuries|cent|c)$/, 1200, 0, 0],
  [/^(?:millennium|millennia|mil|mils)$/, 12_000, 0, 0],
];

/** The unit that a bare number has by the fields of the type: the last one of PostgreSQL's mask. */
const maskUnits: readonly (readonly [bit: number, unit: string])[] = [
  [12, 'second'],
  [11, 'minute'],
  [10, 'hour'],
  [3, 'day'],
  [1, 'month'],
  [2, 'year'],
];

/** `MINUTE TO SECOND` reads `1:30` as minutes and seconds. */
const minutesAndSeconds = (1 << 11) | (1 << 12);

/**
 * Reads `1 year 2 months -3 days 04:05:06.5`, `2 weeks ago`, ISO 8601 (`P1Y2M3DT4H`) and a bare number with the fields of its type.
 *
 * @returns `months days microseconds`, three integers, as the value
 */
export function readInterval(text: string, mask?: number): Literal {
  const total = { months: 0, days: 0, microseconds: 0n };
  const bare =
    mask === undefined || mask === 32767 ? 'second' : maskUnits.find(([bit]) => (mask & (1 << bit)) !== 0)?.[1];
  const iso =
    /^(-?)P(?!$)(?:([+-]?\d+)Y)?(?:([+-]?\d+)M)?(?:([+-]?\d+)W)?(?:([+-]?\d+)D)?(?:T(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+(?:\.\d+)?)S)?)?$/.exec(
      text,
    );
  if (iso && iso[1] === '') {
    for (const [index, unit] of ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'].entries()) {
      const amount = iso[index + 2];
      if (amount !== undefined && !add(total, amount, unit)) return refused(text);
    }
    return valueOf(cut(total, bare));
  }
  const isAgo = /\bago$/i.test(text);
  const rest = text
    .replace(/^\s*([+-]?)(\d+)-(\d{1,2})(?=\s|$)/, '$1$2 years $1$3 months')
    .replace(/(^|months\s+)([+-]?\d+)(?=\s+[+-]?\d+:\d)/, '$1$2 days')
    .replace(/\bago$/i, '')
    .replace(/^@\s*/, '')
    .trim()
    .toLowerCase();
  const part =
    /^([+-]?\d+(?:\.\d*)?|[+-]?\.\d+)\s*([a-z]+)(?=[\s,+-]|\d|$)\s*|^([+-]?)(\d+):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*|^([+-]?\d+(?:\.\d*)?)$\s*/;
  let left = rest;
  while (left !== '') {
    const match = part.exec(left);
    if (!match) return refused(text);
    const [whole, amount, unit, sign, hours, minutes, seconds = '0', number] = match;
    if (hours !== undefined && mask === minutesAndSeconds) return refused(text);
    if (hours !== undefined) {
      for (const [value, name] of [
        [hours, 'hour'],
        [minutes, 'minute'],
        [seconds, 'second'],
      ] as const)
        if (!add(total, `${sign}${value}`, name)) return refused(text);
    } else if (!add(total, amount ?? number ?? '', unit ?? bare ?? '')) return refused(text);
    left = left.slice(whole.length);
  }
  if (rest === '') return refused(text);
  const { months, days, microseconds } = cut(total, bare);
  return valueOf(
    isAgo ? { months: -months, days: -days, microseconds: -microseconds } : { months, days, microseconds },
  );
}

/** Without what is smaller than the last field of the type. */
function cut({ months, days, microseconds }: Total, last: string | undefined): Total {
  const whole = (unit: bigint) => (microseconds / unit) * unit;
  switch (last) {
    case 'year':
      return { months: months - (months % 12), days: 0, microseconds: 0n };
    case 'month':
      return { months, days: 0, microseconds: 0n };
    case 'day':
      return { months, days, microseconds: 0n };
    case 'hour':
      return { months, days, microseconds: whole(3_600_000_000n) };
    case 'minute':
      return { months, days, microseconds: whole(60_000_000n) };
    default:
      return { months, days, microseconds };
  }
}

interface Total {
  months: number;
  days: number;
  microseconds: bigint;
}

function add(total: Total, amount: string, unit: string): boolean {
  const found = units.find(([names]) => names.test(unit));
  if (!found) return false;
  const [, months, days, microseconds] = found;
  const [whole = '0', fraction = ''] = amount.replace(/^[+-]/, '').split('.');
  const sign = amount.startsWith('-') ? -1 : 1;
  if (fraction.length > 6 || whole.length > 9) return false;
  const millionths = BigInt(fraction.padEnd(6, '0'));
  if (microseconds === 0 && millionths !== 0n) {
    // Fractions of a year are rounded to months; those of months and weeks become days, and time below a day.
    if (months >= 12) total.months += sign * roundHalfEven((Number(millionths) * months) / 1_000_000);
    else {
      const share = millionths * BigInt(months === 1 ? 30 : days);
      total.days += sign * Number(share / 1_000_000n);
      total.microseconds += BigInt(sign) * (share % 1_000_000n) * 86_400n;
    }
  }
  total.months += sign * Number(whole || '0') * months;
  total.days += sign * Number(whole || '0') * days;
  const exact = (BigInt(whole || '0') * 1_000_000n + millionths) * BigInt(microseconds);
  if (exact % 1_000_000n !== 0n) return false;
  total.microseconds += (BigInt(sign) * exact) / 1_000_000n;
  return true;
}

function roundHalfEven(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

function valueOf({ months, days, microseconds }: Total): Literal {
  return { value: `${months} ${days} ${microseconds}` };
}

function refused(text: string): Literal {
  return { refusal: `invalid input syntax for type interval: "${shownLiteral(text)}"`, code: 'sql.time-value' };
}
