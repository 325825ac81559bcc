import { shownLiteral } from '@orrery/kernel';
import type { SqlType } from '../../types/index.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { fieldNamed } from '../scalar/extract.ts';
import { intervalOf } from '../source/moments.ts';
import type { SourceRendering, SourceRow } from '../source/rules.ts';
import { shownBy } from '../source/time-formats.ts';
import { decimal } from './decimals.ts';
import { trinoMoments } from './moments.ts';
import { failing, once } from './once.ts';

interface TrinoTimeField {
  /** A whole number of the smallest decimal, over `$1`. */
  readonly digits: string;
  readonly decimals: number;
  /** Whether a day has it. */
  readonly isOfDays?: boolean;
  /** Whether PostgreSQL has no year 0, which is its year before the first. */
  readonly isOfYears?: boolean;
}

/** Trino has no field of microseconds: the last nine characters of a time are its seconds. */
const ofMinute = "CAST(replace(substr(CAST($1 AS VARCHAR), -9), '.') AS BIGINT)";
const ofEpoch = `date_diff('minute', TIMESTAMP '1970-01-01 00:00:00', date_trunc('minute', $1)) * 60000000 + ${ofMinute}`;
const ofDay = (digits: string): TrinoTimeField => ({ digits, decimals: 0, isOfDays: true });
const ofYear = (digits: string): TrinoTimeField => ({ digits, decimals: 0, isOfDays: true, isOfYears: true });

const fields: Readonly<Record<string, TrinoTimeField>> = {
  year: ofYear('year($1)'),
  quarter: ofDay('quarter($1)'),
  month: ofDay('month($1)'),
  week: ofDay('week($1)'),
  day: ofDay('day($1)'),
  dow: ofDay('day_of_week($1) % 7'),
  isodow: ofDay('day_of_week($1)'),
  doy: ofDay('day_of_year($1)'),
  isoyear: ofYear('year_of_week($1)'),
  decade: ofYear('year($1) / 10'),
  century: ofYear('(year($1) + 99) / 100'),
  hour: { digits: 'hour($1)', decimals: 0 },
  minute: { digits: 'minute($1)', decimals: 0 },
  second: { digits: ofMinute, decimals: 6 },
  milliseconds: { digits: ofMinute, decimals: 3 },
  microseconds: { digits: ofMinute, decimals: 0 },
  epoch: { digits: ofEpoch, decimals: 6 },
};

const ofAnnoDomini = (text: string) =>
  `CASE WHEN year($1) < 1 THEN ${failing('years before 1 are not asked of Trino')} ELSE ${text} END`;

/** A field of a time; a moment is what the clocks of the session show. */
function fieldOf([name, time]: readonly Rendered[]):
  | { readonly text: string; readonly decimals: number }
  | CannotRender {
  const word = fieldNamed(name?.constant ?? '');
  const isDay = time?.type.name === 'date';
  const field =
    isDay && word === 'epoch'
      ? ofDay("date_diff('day', DATE '1970-01-01', $1) * 86400")
      : Object.hasOwn(fields, word)
        ? fields[word]
        : undefined;
  if (!field || !time) return cannot(`the field ${shownLiteral(name?.constant)} is not asked of Trino`);
  if (isDay && !field.isOfDays) return cannot(`a day has no ${word}`);
  const { digits, decimals, isOfYears } = field;
  const text = once(isOfYears ? ofAnnoDomini(digits) : digits, [time]);
  return isCannot(text) ? text : { text, decimals };
}

/** The epoch of a moment is no field of what clocks show. */
const fieldRead =
  (write: (text: string, decimals: number, type: SqlType) => Rendered): SourceRendering =>
  (args, type, session) => {
    if (fieldNamed(args[0]?.constant ?? '') === 'epoch' && args[1]?.type.name === 'timestamptz')
      return cannot('the epoch of a moment is not asked of Trino');
    const read = trinoMoments.onClock(args, session);
    if (isCannot(read)) return read;
    const field = fieldOf(read);
    return isCannot(field) ? field : write(field.text, field.decimals, type);
  };

const extract = fieldRead((text, decimals, type) => {
  if (decimals === 0) return decimal(text, type, { digits: 19, held: 0 });
  const unit = `0.${'1'.padStart(decimals, '0')}`;
  const { text: whole } = decimal(text, type, { digits: 18, held: 0 });
  return decimal(`${whole} * DECIMAL '${unit}'`, type, { digits: 18, held: decimals });
});

const datePart = fieldRead((text, decimals, type) => ({
  text: `(CAST(${text} AS DOUBLE) / 1e${decimals})`,
  type,
}));

const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];

function unitOf(value: Rendered | undefined): string | undefined {
  const name = fieldNamed(value?.constant ?? '');
  return units.includes(name) ? name : undefined;
}

const truncated: SourceRendering = ([unit, time]) => {
  const name = unitOf(unit);
  return time && name
    ? `date_trunc('${name}', ${time.text})`
    : cannot(`Trino does not truncate to ${shownLiteral(unit?.constant)}`);
};

function addedTo(time: string, unit: string, count: number): string {
  return count === 0 ? time : `date_add('${unit}', ${count}, ${time})`;
}

/** Adds an interval that is a constant: months first, whose missing days become the last one. */
const moved =
  (sign: 1 | -1, isReversed = false): SourceRendering =>
  (args) => {
    const [time, by] = isReversed ? args.toReversed() : args;
    const parts = by && intervalOf(by);
    if (!time || !parts || parts.microseconds % 1000 !== 0)
      return cannot('Trino adds intervals that are constants of whole milliseconds');
    const { months, days, microseconds } = parts;
    const [seconds, ms] = [Math.trunc(microseconds / 1e6), (microseconds % 1e6) / 1000];
    const onDays = addedTo(addedTo(`CAST(${time.text} AS TIMESTAMP(6))`, 'month', sign * months), 'day', sign * days);
    return addedTo(addedTo(onDays, 'second', sign * seconds), 'millisecond', sign * ms);
  };

const days =
  (sign: '' | '- ', isReversed = false): SourceRendering =>
  (args) => {
    const [day, count] = isReversed ? args.toReversed() : args;
    return day && count
      ? `date_add('day', ${sign}CAST(${count.text} AS BIGINT), ${day.text})`
      : cannot('an operand is missing');
  };

/** Redshift: boundaries of a unit between two times. */
const boundaries: SourceRendering = (args, _type, session) => {
  const read = trinoMoments.onClock(args, session);
  if (isCannot(read)) return read;
  const [unit, from, to] = read;
  const name = unitOf(unit);
  if (!from || !to || !name) return cannot(`DATEDIFF has no unit ${shownLiteral(unit?.constant)} here`);
  const [start, end] = [from, to].map(({ text }) => `date_trunc('${name}', CAST(${text} AS TIMESTAMP(6)))`);
  return `date_diff('${name}', ${start}, ${end})`;
};

/** Redshift: adds whole units. */
const added: SourceRendering = ([unit, amount, time]) => {
  const name = unitOf(unit);
  return amount && time && name
    ? `date_add('${name}', ${amount.text}, CAST(${time.text} AS TIMESTAMP(6)))`
    : cannot(`DATEADD has no unit ${shownLiteral(unit?.constant)} here`);
};

const shownTime = shownBy({
  engine: 'Trino',
  part: (time, format) => {
    // The function has three digits of the second, and rounds to them.
    if (format === '%f') return `substr(CAST(${time} AS VARCHAR), -6)`;
    const text = `date_format(date_trunc('second', ${time}), '${format}')`;
    return /%[Yx]/.test(format) ? ofAnnoDomini(text) : text;
  },
  quarter: (time) => `CAST(quarter(${time}) AS VARCHAR)`,
  joined: (parts) => parts.map((part) => `(${part})`).join(' || '),
});

const shown: SourceRendering = ([time, format]) => {
  if (!time || !format || format.constant?.includes('$')) return cannot('this format is not written for Trino');
  const template = shownTime([{ ...time, text: '$1' }, format]);
  return typeof template === 'string' ? once(template, [time]) : template;
};

/** A template over readings of clocks. */
const onClocks =
  (template: string): SourceRendering =>
  (args, _type, session) => {
    const read = trinoMoments.onClock(args, session);
    return isCannot(read) ? read : once(template, read);
  };

const dated = ['date', 'timestamp', 'timestamptz'];
const clocked = ['timestamp', 'timestamptz'];
const extracted = dated.map((type) => `text, ${type}`);
const zoned = [
  'date, timestamptz',
  'timestamp, timestamptz',
  'timestamptz, date',
  'timestamptz, timestamp',
  'timestamptz, timestamptz',
];
const compared = ['=', '<>', '<', '<=', '>', '>='].map(
  (operator): SourceRow => [operator, zoned, onClocks(`$1 ${operator} $2`)],
);
const whole = (text: string) => `CAST(${text} AS INTEGER)`;
const daysBetween = (from: string, to: string) => whole(`date_diff('day', ${from}, ${to})`);

export const trinoTimes: readonly SourceRow[] = [
  ...compared,
  ['extract', extracted, extract],
  ['date_part', extracted, datePart],
  ['date_trunc', 'text, timestamp', truncated],
  ['date_trunc', 'text, timestamptz', trinoMoments.truncated],
  ['+', ['date, interval', 'timestamp, interval'], moved(1)],
  ['+', ['interval, date', 'interval, timestamp'], moved(1, true)],
  ['-', ['date, interval', 'timestamp, interval'], moved(-1)],
  ['date_add', ['date, interval', 'timestamp, interval'], moved(1)],
  ['date_sub', ['date, interval', 'timestamp, interval'], moved(-1)],
  ['+', 'timestamptz, interval', trinoMoments.moved(1)],
  ['+', 'interval, timestamptz', trinoMoments.moved(1, true)],
  ['-', 'timestamptz, interval', trinoMoments.moved(-1)],
  ['+', 'date, int4', days('')],
  ['+', 'int4, date', days('', true)],
  ['-', 'date, int4', days('- ')],
  ['-', 'date, date', daysBetween('$2', '$1')],
  ['now current_timestamp transaction_timestamp statement_timestamp clock_timestamp', '', trinoMoments.now],
  ['localtimestamp', '', trinoMoments.nowAs('timestamp')],
  ['current_date', '', trinoMoments.nowAs('date')],
  ['date', 'timestamp', 'CAST($1 AS DATE)'],
  ['to_char', 'timestamp, text', shown],
  [
    'datediff date_diff',
    ['text, date, date', 'text, timestamp, timestamp', 'text, timestamptz, timestamptz'],
    boundaries,
  ],
  [
    'datediff',
    ['date, date', 'timestamp, timestamp', 'timestamptz, timestamptz'],
    onClocks(daysBetween('CAST($2 AS DATE)', 'CAST($1 AS DATE)')),
  ],
  ['dateadd', ['text, int4, date', 'text, int4, timestamp'], added],
  ['year', dated, onClocks(whole(ofAnnoDomini('year($1)')))],
  ['quarter', dated, onClocks(whole('quarter($1)'))],
  ['month', dated, onClocks(whole('month($1)'))],
  ['day dayofmonth', dated, onClocks(whole('day($1)'))],
  ['dayofyear', dated, onClocks(whole('day_of_year($1)'))],
  ['dayofweek', dated, onClocks(whole('day_of_week($1) % 7 + 1'))],
  ['hour', clocked, onClocks(whole('hour($1)'))],
  ['minute', clocked, onClocks(whole('minute($1)'))],
  ['second', clocked, onClocks(whole('second($1)'))],
];
