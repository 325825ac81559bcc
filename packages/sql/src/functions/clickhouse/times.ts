import { shownLiteral } from '@orrery/kernel';
import type { SqlType } from '../../types/index.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import type { StatementSession } from '../entry.ts';
import { fieldNamed } from '../scalar/extract.ts';
import { intervalOf } from '../source/moments.ts';
import { filled, type SourceRendering, type SourceRow } from '../source/rules.ts';
import { shownBy } from '../source/time-formats.ts';
import { bound, failing, once } from './bound.ts';
import { asDay, asTime, clickhouseMoments } from './moments.ts';
import { firstDay, firstMicrosecond, firstMonth, lastDay, lastMicrosecond, lastMonth } from './readings.ts';

const { moved: movedMoment, nowAs, now, onClock, truncated: truncatedMoment } = clickhouseMoments;

const beyond = 'a time before 1900 or after 2299';
const microseconds = 'toUnixTimestamp64Micro($1)';
const ofMinute = `positiveModulo(${microseconds}, 60000000)`;

interface FieldDigits {
  /** A whole number of the smallest decimal, over `$1`. */
  readonly digits: string;
  readonly decimals: number;
  /** The form of a double, where PostgreSQL adds what stands behind the point to whole seconds. */
  readonly double?: string;
}

const fields: Readonly<Record<string, FieldDigits>> = {
  year: { digits: 'toYear($1)', decimals: 0 },
  quarter: { digits: 'toQuarter($1)', decimals: 0 },
  month: { digits: 'toMonth($1)', decimals: 0 },
  week: { digits: 'toISOWeek($1)', decimals: 0 },
  day: { digits: 'toDayOfMonth($1)', decimals: 0 },
  dow: { digits: 'toDayOfWeek($1) % 7', decimals: 0 },
  isodow: { digits: 'toDayOfWeek($1)', decimals: 0 },
  doy: { digits: 'toDayOfYear($1)', decimals: 0 },
  isoyear: { digits: 'toISOYear($1)', decimals: 0 },
  decade: { digits: 'intDiv(toYear($1), 10)', decimals: 0 },
  century: { digits: 'intDiv(toYear($1) + 99, 100)', decimals: 0 },
  hour: { digits: 'toHour($1)', decimals: 0 },
  minute: { digits: 'toMinute($1)', decimals: 0 },
  second: {
    digits: ofMinute,
    decimals: 6,
    double: `toFloat64(toSecond($1)) + toFloat64(${ofMinute} % 1000000) / 1e6`,
  },
  milliseconds: {
    digits: ofMinute,
    decimals: 3,
    double: `toFloat64(toSecond($1)) * 1e3 + toFloat64(${ofMinute} % 1000000) / 1e3`,
  },
  microseconds: { digits: ofMinute, decimals: 0 },
  epoch: { digits: microseconds, decimals: 6 },
};

const epochOfDay: FieldDigits = { digits: 'toInt64(toInt32($1)) * 86400', decimals: 0 };

/** The field of a time, by its name in the catalogue; of a moment what the clocks of the session show. */
function fieldOf(
  [name, time]: readonly Rendered[],
  session: StatementSession,
): { readonly field: FieldDigits; readonly time: Rendered } | CannotRender {
  const word = fieldNamed(name?.constant ?? '');
  const field = Object.hasOwn(fields, word) ? fields[word] : undefined;
  if (!field || !time) return cannot(`the field ${shownLiteral(name?.constant)} is not asked of ClickHouse`);
  if (time.type.name === 'date') {
    if (word === 'epoch') return { field: epochOfDay, time };
    return /^(?:hour|minute|second|milliseconds|microseconds)$/.test(word)
      ? cannot(`a day has no ${word}`)
      : { field, time };
  }
  if (time.type.name === 'timestamptz' && word === 'epoch')
    return cannot('the epoch of a moment is not asked of ClickHouse');
  const [read] = readings([time], session);
  return isCannot(read) ? read : { field, time: read ?? time };
}

function readings(args: readonly Rendered[], session: StatementSession): readonly (Rendered | CannotRender)[] {
  const read = onClock(args, session);
  return isCannot(read) ? args.map(() => read) : read;
}

const extract: SourceRendering = (args, type, session) => {
  const found = fieldOf(args, session);
  if (isCannot(found)) return found;
  const { digits, decimals } = found.field;
  const unit = decimals === 0 ? '' : ` * toDecimal256('0.${'0'.repeat(decimals - 1)}1', ${decimals})`;
  const text = bound(`toDecimal256(${digits}, 0)${unit}`, [found.time]);
  return isCannot(text) ? text : { text, type, scale: { held: decimals, isShown: true } };
};

const datePart: SourceRendering = (args, _type, session) => {
  const found = fieldOf(args, session);
  if (isCannot(found)) return found;
  const { digits, decimals, double } = found.field;
  return bound(double ?? `toFloat64(${digits})${decimals === 0 ? '' : ` / 1e${decimals}`}`, [found.time]);
};

const dayMicroseconds = 86_400_000_000;
/** Steps in microseconds, and a moment at which one begins: the first Monday after 1970 began. */
const steps: Readonly<Record<string, readonly [step: number, origin: number]>> = {
  second: [1_000_000, 0],
  minute: [60_000_000, 0],
  hour: [3_600_000_000, 0],
  day: [dayMicroseconds, 0],
  week: [7 * dayMicroseconds, 4 * dayMicroseconds],
};
const months: Readonly<Record<string, string>> = {
  month: 'toMonth($1)',
  quarter: 'toMonth($1) - (toMonth($1) - 1) % 3',
  year: '1',
};

/** Functions of the server that truncate times end in 2106 or 2149. */
function startOf(unit: string): string | undefined {
  const step = Object.hasOwn(steps, unit) ? steps[unit] : undefined;
  if (step) {
    const since = step[1] === 0 ? microseconds : `${microseconds} - ${step[1]}`;
    return `fromUnixTimestamp64Micro(toInt64(${microseconds} - positiveModulo(${since}, ${step[0]})), 'UTC')`;
  }
  const month = Object.hasOwn(months, unit) ? months[unit] : undefined;
  return month && asTime(`makeDate32(toYear($1), ${month}, 1)`);
}

const truncated: SourceRendering = ([unit, time]) => {
  const start = startOf(fieldNamed(unit?.constant ?? ''));
  return time && start
    ? bound(start, [time])
    : cannot(`ClickHouse does not truncate to ${shownLiteral(unit?.constant)}`);
};

/** @param count of months, over `$1` and `$2` */
function movedByMonths(count: string): string {
  const month = `toInt64(toYear($1)) * 12 + toMonth($1) - 1 + toInt64(${count})`;
  const moved = `addMonths(${asTime('$1')}, ${count})`;
  return failing(`(${month}) NOT BETWEEN ${firstMonth} AND ${lastMonth}`, "DateTime64(6, 'UTC')", moved, beyond);
}

/** @param count of microseconds, over `$1` and `$2` */
function movedByMicroseconds(count: string): string {
  const moved = `toInt128(toUnixTimestamp64Micro(${asTime('$1')})) + ${count}`;
  const isBeyond = `(${moved}) NOT BETWEEN ${firstMicrosecond} AND ${lastMicrosecond}`;
  return `fromUnixTimestamp64Micro(${failing(isBeyond, 'Int64', `toInt64(${moved})`, beyond)}, 'UTC')`;
}

/** Adds an interval that is a constant: months first, whose missing days become the last one. */
const moved =
  (sign: 1 | -1, isReversed = false): SourceRendering =>
  (args) => {
    const [time, by] = isReversed ? args.toReversed() : args;
    const parts = by && intervalOf(by);
    if (!time || !parts || Math.abs(parts.months) > 12_000 || Math.abs(parts.days) > 1_000_000)
      return cannot('ClickHouse adds intervals that are constants');
    let text: string | CannotRender = asTime(time.text);
    const type: SqlType = { name: 'timestamp' };
    if (parts.months !== 0) text = bound(movedByMonths(String(sign * parts.months)), [{ text, type }]);
    if (isCannot(text)) return text;
    const rest = BigInt(parts.days) * BigInt(dayMicroseconds) + BigInt(parts.microseconds);
    return rest === 0n ? text : bound(movedByMicroseconds(`(${BigInt(sign) * rest})`), [{ text, type }]);
  };

const days =
  (sign: '+' | '-', isReversed = false): SourceRendering =>
  (args) => {
    const [day, count] = isReversed ? args.toReversed() : args;
    if (!day || !count) return cannot('an operand is missing');
    const number = `toInt64(toInt32($1)) ${sign} $2`;
    const isBeyond = `(${number}) NOT BETWEEN ${firstDay} AND ${lastDay}`;
    const added = `addDays(toDate32('1970-01-01'), ${number})`;
    return bound(failing(isBeyond, 'Date32', added, beyond), [day, count]);
  };

const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];

/** Redshift: boundaries of a unit between two times. */
const boundaries: SourceRendering = (args, _type, session) => {
  const read = onClock(args, session);
  if (isCannot(read)) return read;
  const [unit, from, to] = read;
  const name = fieldNamed(unit?.constant ?? '');
  if (!from || !to || !units.includes(name)) return cannot(`DATEDIFF has no unit ${shownLiteral(unit?.constant)} here`);
  const times = [from, to].map((one) => ({ ...one, text: asTime(one.text) }));
  if (name !== 'week') return filled(`toInt64(dateDiff('${name}', $1, $2))`, times);
  const monday = (at: string) => `toInt64(toInt32(${asDay(at)})) - toDayOfWeek(${at})`;
  return bound(`intDiv((${monday('$2')}) - (${monday('$1')}), 7)`, times);
};

/** Months of a unit, or microseconds. */
const unitMonths: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };

/** Redshift: adds whole units. */
const added: SourceRendering = ([unit, amount, time]) => {
  const name = fieldNamed(unit?.constant ?? '');
  if (!amount || !time || !units.includes(name))
    return cannot(`DATEADD has no unit ${shownLiteral(unit?.constant)} here`);
  const count = unitMonths[name];
  const template =
    count === undefined
      ? movedByMicroseconds(`toInt128($2) * ${steps[name]?.[0]}`)
      : movedByMonths(`toInt64($2) * ${count}`);
  return bound(template, [time, amount]);
};

const padded = (number: string, width: number) => `leftPad(toString(${number}), ${width}, '0')`;

/** The texts of formats of one part, over `$1`. */
const formats: Readonly<Record<string, string>> = {
  '%Y': padded('toYear($1)', 4),
  '%x': padded('toISOYear($1)', 4),
  '%H': padded('toHour($1)', 2),
  '%h': padded('(toHour($1) + 11) % 12 + 1', 2),
  '%m': padded('toMonth($1)', 2),
  '%i': padded('toMinute($1)', 2),
  '%j': padded('toDayOfYear($1)', 3),
  '%d': padded('toDayOfMonth($1)', 2),
  '%s': padded('toSecond($1)', 2),
  '%f': padded(`${ofMinute} % 1000000`, 6),
  '%v': padded('toISOWeek($1)', 2),
};

const shownTime = shownBy({
  engine: 'ClickHouse',
  part: (_, format) => formats[format] ?? 'NULL',
  quarter: () => 'toString(toQuarter($1))',
  joined: (parts) => `concat(${parts.join(', ')}, '')`,
});

const shown: SourceRendering = ([time, format]) => {
  // Its texts are part of a template.
  if (!time || format?.constant?.includes('$'))
    return cannot(`the format ${shownLiteral(format?.constant)} is not written for ClickHouse`);
  const template = shownTime([time, ...(format ? [format] : [])]);
  return isCannot(template) ? template : bound(template, [time]);
};

/** A template over readings of clocks, whose answer is a whole number. */
const onClocks =
  (template: string): SourceRendering =>
  (args, _type, session) => {
    const read = onClock(args, session);
    return isCannot(read) ? read : filled(`toInt32(${template})`, read);
  };

const difference: SourceRendering = (args, _type, session) => {
  const read = onClock(args, session);
  if (isCannot(read)) return read;
  return `toInt32(${read.map(({ text, type }) => `toInt32(${type.name === 'date' ? text : asDay(text)})`).join(' - ')})`;
};

const dated = ['date', 'timestamp', 'timestamptz'];
const clocked = ['timestamp', 'timestamptz'];
const extracted = dated.map((type) => `text, ${type}`);

export const clickhouseTimes: readonly SourceRow[] = [
  ['extract', extracted, extract],
  ['date_part', extracted, datePart],
  ['date_trunc', 'text, timestamp', truncated],
  ['date_trunc', 'text, timestamptz', truncatedMoment],
  ['+ date_add', ['date, interval', 'timestamp, interval'], moved(1)],
  ['+', ['interval, date', 'interval, timestamp'], moved(1, true)],
  ['- date_sub', ['date, interval', 'timestamp, interval'], moved(-1)],
  ['+', 'timestamptz, interval', movedMoment(1)],
  ['+', 'interval, timestamptz', movedMoment(1, true)],
  ['-', 'timestamptz, interval', movedMoment(-1)],
  ['+', 'date, int4', days('+')],
  ['+', 'int4, date', days('+', true)],
  ['-', 'date, int4', days('-')],
  ['- datediff', 'date, date', difference],
  ['datediff', ['timestamp, timestamp', 'timestamptz, timestamptz'], difference],
  ['now current_timestamp transaction_timestamp statement_timestamp clock_timestamp', '', now],
  ['localtimestamp', '', nowAs('timestamp')],
  ['current_date', '', nowAs('date')],
  ['date', 'timestamp', once(asDay('$1'))],
  ['to_char', 'timestamp, text', shown],
  [
    'datediff date_diff',
    ['text, date, date', 'text, timestamp, timestamp', 'text, timestamptz, timestamptz'],
    boundaries,
  ],
  ['dateadd', ['text, int4, date', 'text, int4, timestamp'], added],
  ['year', dated, onClocks('toYear($1)')],
  ['quarter', dated, onClocks('toQuarter($1)')],
  ['month', dated, onClocks('toMonth($1)')],
  ['day dayofmonth', dated, onClocks('toDayOfMonth($1)')],
  ['dayofyear', dated, onClocks('toDayOfYear($1)')],
  ['dayofweek', dated, onClocks('toDayOfWeek($1) % 7 + 1')],
  ['hour', clocked, onClocks('toHour($1)')],
  ['minute', clocked, onClocks('toMinute($1)')],
  ['second', clocked, onClocks('toSecond($1)')],
];
