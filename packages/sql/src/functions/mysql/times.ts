import { shownLiteral } from '@orrery/kernel';
import type { SqlType } from '../../types/index.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { fieldNamed } from '../scalar/extract.ts';
import { intervalOf } from '../source/moments.ts';
import { filled, type SourceRendering, type SourceRow } from '../source/rules.ts';
import { shownBy } from '../source/time-formats.ts';
import { dayOf, mysqlMoments } from './moments.ts';

interface TimeField {
  /** A whole number of the smallest decimal, over `$1`. */
  readonly digits: string;
  readonly decimals: number;
}

const ofClock = 'SECOND($1) * 1000000 + MICROSECOND($1)';

const fields: Readonly<Record<string, TimeField>> = {
  year: { digits: 'YEAR($1)', decimals: 0 },
  quarter: { digits: 'QUARTER($1)', decimals: 0 },
  month: { digits: 'MONTH($1)', decimals: 0 },
  week: { digits: 'WEEK($1, 3)', decimals: 0 },
  day: { digits: 'DAYOFMONTH($1)', decimals: 0 },
  dow: { digits: 'DAYOFWEEK($1) - 1', decimals: 0 },
  isodow: { digits: 'WEEKDAY($1) + 1', decimals: 0 },
  doy: { digits: 'DAYOFYEAR($1)', decimals: 0 },
  isoyear: { digits: 'YEARWEEK($1, 3) DIV 100', decimals: 0 },
  decade: { digits: 'YEAR($1) DIV 10', decimals: 0 },
  century: { digits: '(YEAR($1) + 99) DIV 100', decimals: 0 },
  hour: { digits: 'HOUR($1)', decimals: 0 },
  minute: { digits: 'MINUTE($1)', decimals: 0 },
  second: { digits: ofClock, decimals: 6 },
  milliseconds: { digits: ofClock, decimals: 3 },
  microseconds: { digits: ofClock, decimals: 0 },
  epoch: { digits: "TIMESTAMPDIFF(MICROSECOND, TIMESTAMP '1970-01-01 00:00:00', $1)", decimals: 6 },
};

/** A field of a time; a day is its midnight, and a moment what the clocks of the session show. */
function fieldOf(args: readonly Rendered[], write: (field: TimeField) => string): string | CannotRender {
  const [name, time] = args;
  const word = fieldNamed(name?.constant ?? '');
  const field = Object.hasOwn(fields, word) ? fields[word] : undefined;
  if (!field || !time) return cannot(`the field ${shownLiteral(name?.constant)} is not asked of MySQL`);
  if (time.type.name === 'date' && field.decimals === 0 && /SECOND|HOUR|MINUTE/.test(field.digits))
    return cannot(`a day has no ${word}`);
  return filled(write(field), [time]);
}

const extract: SourceRendering = (args, type, session) => {
  const read =
    word(args, 'epoch') && args[1]?.type.name === 'timestamptz'
      ? cannot('the epoch of a moment is not asked of MySQL')
      : mysqlMoments.onClock(args, session);
  if (isCannot(read)) return read;
  let held = 0;
  const text = fieldOf(read, ({ digits, decimals }) => {
    held = decimals;
    return decimals === 0 ? digits : `(${digits}) * 0.${'0'.repeat(decimals - 1)}1`;
  });
  return typeof text === 'string' ? { text, type, scale: { held, isShown: true } } : text;
};

function word([name]: readonly Rendered[], wanted: string): boolean {
  return fieldNamed(name?.constant ?? '') === wanted;
}

const datePart: SourceRendering = (args, _type, session) => {
  const read =
    word(args, 'epoch') && args[1]?.type.name === 'timestamptz'
      ? cannot('the epoch of a moment is not asked of MySQL')
      : mysqlMoments.onClock(args, session);
  if (isCannot(read)) return read;
  return fieldOf(
    read,
    ({ digits, decimals }) => `CAST(${digits} AS DOUBLE)${decimals === 0 ? '' : ` / 1e${decimals}`}`,
  );
};

const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];

/** Counts whole units from the first moment of the year 1, a Monday. */
function startOf(unit: string, text: string): string {
  const first = /^(?:hour|minute|second)$/.test(unit) ? "TIMESTAMP '0001-01-01 00:00:00'" : "DATE '0001-01-01'";
  const name = unit.toUpperCase();
  return `CAST(${first} + INTERVAL TIMESTAMPDIFF(${name}, ${first}, ${text}) ${name} AS DATETIME(6))`;
}

const truncated: SourceRendering = ([unit, time]) => {
  const name = fieldNamed(unit?.constant ?? '');
  return time && units.includes(name)
    ? startOf(name, time.text)
    : cannot(`MySQL does not truncate to ${shownLiteral(unit?.constant)}`);
};

/** Adds an interval that is a constant: months first, whose missing days become the last one. */
const moved =
  (sign: '+' | '-', isReversed = false): SourceRendering =>
  (args) => {
    const [time, by] = isReversed ? args.toReversed() : args;
    const parts = by && intervalOf(by);
    if (!time || !parts) return cannot('MySQL adds intervals that are constants');
    const spans = [
      parts.months === 0 ? '' : ` ${sign} INTERVAL ${parts.months} MONTH`,
      parts.days === 0 ? '' : ` ${sign} INTERVAL ${parts.days} DAY`,
      parts.microseconds === 0 ? '' : ` ${sign} INTERVAL ${parts.microseconds} MICROSECOND`,
    ];
    return `(CAST(${time.text} AS DATETIME(6))${spans.join('')})`;
  };

const days =
  (sign: '+' | '-', isReversed = false): SourceRendering =>
  (args) => {
    const [day, count] = isReversed ? args.toReversed() : args;
    return day && count ? `(${day.text} ${sign} INTERVAL ${count.text} DAY)` : cannot('an operand is missing');
  };

/** Redshift: boundaries of a unit between two times. */
const boundaries: SourceRendering = (args, _type, session) => {
  const read = mysqlMoments.onClock(args, session);
  if (isCannot(read)) return read;
  const [unit, from, to] = read;
  const name = fieldNamed(unit?.constant ?? '');
  if (!from || !to || !units.includes(name)) return cannot(`DATEDIFF has no unit ${shownLiteral(unit?.constant)} here`);
  if (name === 'week') return `(DATEDIFF(${[to, from].map(({ text }) => startOf(name, text)).join(', ')}) DIV 7)`;
  return `TIMESTAMPDIFF(${name.toUpperCase()}, ${startOf(name, from.text)}, ${startOf(name, to.text)})`;
};

/** Redshift: adds whole units. */
const added: SourceRendering = ([unit, amount, time]) => {
  const name = fieldNamed(unit?.constant ?? '');
  if (!amount || !time || !units.includes(name))
    return cannot(`DATEADD has no unit ${shownLiteral(unit?.constant)} here`);
  return `(CAST(${time.text} AS DATETIME(6)) + INTERVAL ${amount.text} ${name.toUpperCase()})`;
};

const shown = shownBy({
  engine: 'MySQL',
  part: (time, format) => `DATE_FORMAT(${time}, '${format}')`,
  quarter: (time) => `CAST(QUARTER(${time}) AS CHAR)`,
  joined: (parts) => `CONCAT(${parts.join(', ')})`,
});

/** A template over readings of clocks. */
const onClocks =
  (template: string): SourceRendering =>
  (args, _type, session) => {
    const read = mysqlMoments.onClock(args, session);
    return isCannot(read) ? read : filled(template, read);
  };

const dated = ['date', 'timestamp', 'timestamptz'];
const clocked = ['timestamp', 'timestamptz'];
const extracted = ['date', 'timestamp', 'timestamptz'].map((type) => `text, ${type}`);
const difference: SourceRendering = (args, _type, session) => {
  const read = mysqlMoments.onClock(args, session);
  return isCannot(read) ? read : `DATEDIFF(${read.map(({ text, type }) => dayIn(text, type)).join(', ')})`;
};

function dayIn(text: string, { name }: SqlType): string {
  return name === 'date' ? text : dayOf(text);
}

export const mysqlTimes: readonly SourceRow[] = [
  ['extract', extracted, extract],
  ['date_part', extracted, datePart],
  ['date_trunc', 'text, timestamp', truncated],
  ['date_trunc', 'text, timestamptz', mysqlMoments.truncated],
  ['+', ['date, interval', 'timestamp, interval'], moved('+')],
  ['+', ['interval, date', 'interval, timestamp'], moved('+', true)],
  ['-', ['date, interval', 'timestamp, interval'], moved('-')],
  ['date_add', ['date, interval', 'timestamp, interval'], moved('+')],
  ['date_sub', ['date, interval', 'timestamp, interval'], moved('-')],
  ['+', 'timestamptz, interval', mysqlMoments.moved(1)],
  ['+', 'interval, timestamptz', mysqlMoments.moved(1, true)],
  ['-', 'timestamptz, interval', mysqlMoments.moved(-1)],
  ['+', 'date, int4', days('+')],
  ['+', 'int4, date', days('+', true)],
  ['-', 'date, int4', days('-')],
  ['-', 'date, date', 'DATEDIFF($1, $2)'],
  ['now current_timestamp transaction_timestamp statement_timestamp clock_timestamp', '', mysqlMoments.now],
  ['localtimestamp', '', mysqlMoments.nowAs('timestamp')],
  ['current_date', '', mysqlMoments.nowAs('date')],
  ['date', 'timestamp', ([time]) => dayOf(time?.text ?? '')],
  ['to_char', 'timestamp, text', shown],
  [
    'datediff date_diff',
    ['text, date, date', 'text, timestamp, timestamp', 'text, timestamptz, timestamptz'],
    boundaries,
  ],
  ['datediff', ['date, date', 'timestamp, timestamp', 'timestamptz, timestamptz'], difference],
  ['dateadd', ['text, int4, date', 'text, int4, timestamp'], added],
  ['year', dated, onClocks('YEAR($1)')],
  ['quarter', dated, onClocks('QUARTER($1)')],
  ['month', dated, onClocks('MONTH($1)')],
  ['day dayofmonth', dated, onClocks('DAYOFMONTH($1)')],
  ['dayofyear', dated, onClocks('DAYOFYEAR($1)')],
  ['dayofweek', dated, onClocks('DAYOFWEEK($1)')],
  ['hour', clocked, onClocks('HOUR($1)')],
  ['minute', clocked, onClocks('MINUTE($1)')],
  ['second', clocked, onClocks('SECOND($1)')],
];
