import { shownLiteral } from '@orrery/kernel';
import { quotedZone } from '../duckdb/cast.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';
import type { SqlType } from '../../types/index.ts';
import type { DuckDbRendering, StatementSession } from '../entry.ts';
import { readByFormat } from './read-by-format.ts';
import { family, type FunctionRow } from '../family.ts';
import { fieldNamed } from './extract.ts';
import { readMySqlFormat } from './mysql-format.ts';

/** Microseconds of a unit that has always as many. */
const lengths: Readonly<Record<string, number>> = {
  hour: 3_600_000_000,
  minute: 60_000_000,
  second: 1_000_000,
  milliseconds: 1000,
  microseconds: 1,
};
const months: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12, decade: 120, century: 1200 };
const days: Readonly<Record<string, number>> = { day: 1, week: 7 };

/** A moment as the wall clock of the session shows it; other times as they are. */
function onWall({ text, type }: Rendered, session: StatementSession): string {
  return type.name === 'timestamptz' ? `timezone(${quotedZone(session)}, ${text})` : text;
}

/** A rendering over wall clocks for times of every type; a moment becomes one again when the answer is one. */
function walled(template: string): (args: readonly Rendered[], type: SqlType, session: StatementSession) => Rendered {
  return (args, type, session) => {
    const text = fillTemplate(
      template,
      args.map((arg) => onWall(arg, session)),
    );
    return { text: type.name === 'timestamptz' ? `timezone(${quotedZone(session)}, ${text})` : text, type };
  };
}

/** Units of `date_diff` of DuckDB. */
const counted: Readonly<Record<string, string>> = {
  microseconds: 'microsecond',
  milliseconds: 'millisecond',
  second: 'second',
  minute: 'minute',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  decade: 'decade',
};

/**
 * Redshift's DATEDIFF counts the boundaries of the unit between two times, weeks from Monday as DATE_TRUNC does;
 * MySQL's TIMESTAMPDIFF counts whole units.
 */
function difference(name: 'date_diff' | 'date_sub'): DuckDbRendering {
  return ([unit, from, to], type, session) => {
    if (typeof unit?.constant !== 'string' || !from || !to) return cannot('the unit of DATEDIFF must be a constant');
    const word = counted[fieldNamed(unit.constant)];
    if (word === undefined) return cannot(`DATEDIFF has no unit ${shownLiteral(unit.constant)} here`);
    const [one, other] = [from, to].map((time) => `CAST(${onWall(time, session)} AS TIMESTAMP)`);
    if (name === 'date_diff' && word === 'week') {
      // DuckDB counts seven days from the first time.
      const starts = [one, other].map((time) => `date_trunc('week', ${time})`);
      return { text: `(date_diff('day', ${starts.join(', ')}) // 7)`, type };
    }
    return { text: `${name}('${word}', ${one}, ${other})`, type };
  };
}

/** Redshift: adds whole units; days that a month lacks become its last day. */
const added: DuckDbRendering = ([unit, amount, time], type, session) => {
  if (typeof unit?.constant !== 'string' || !amount || !time) return cannot('the unit of DATEADD must be a constant');
  const name = fieldNamed(unit.constant);
  const whole = amount.type.name === 'float8' ? wholeNumber : '$1';
  const span = months[name]
    ? `to_months(CAST(${whole} * ${months[name]} AS INTEGER))`
    : days[name]
      ? `to_days(CAST(${whole} * ${days[name]} AS INTEGER))`
      : lengths[name]
        ? `to_microseconds(CAST(${whole} AS BIGINT) * ${lengths[name]})`
        : undefined;
  if (span === undefined) return cannot(`DATEADD has no unit ${shownLiteral(unit.constant)} here`);
  return walled(`$2 + ${span}`)([amount, time], type, session);
};

const wholeNumber = `(CASE WHEN $1 <> trunc($1) THEN error('whole units only') ELSE $1 END)`;

const written: DuckDbRendering = ([time, format], type, session) => {
  if (!time || typeof format?.constant !== 'string') return cannot('the format must be a constant');
  const read = readMySqlFormat(format.constant, 'write');
  if (read === undefined) return cannot(`the format ${shownLiteral(format.constant)} has a part that is not rendered`);
  const value = time.type.name === 'time' ? `(DATE '2000-01-01' + ${time.text})` : onWall(time, session);
  return { text: `strftime(${value}, ${quoted(read)})`, type };
};

/**
 * MySQL: NULL for a text that has not the format. Superset writes formats of PostgreSQL here too, which have no `%`, and
 * which are read as by `to_timestamp`.
 */
const readText: DuckDbRendering = ([value, format], type) => {
  if (!value || typeof format?.constant !== 'string') return cannot('the format must be a constant');
  if (/^[^%]*YY/i.test(format.constant)) {
    const found = readByFormat(value, format);
    return 'cannot' in found ? found : { text: found.text, type };
  }
  const read = readMySqlFormat(format.constant, 'read');
  if (read === undefined) return cannot(`the format ${shownLiteral(format.constant)} has a part that is not rendered`);
  return { text: `CAST(try_strptime(${value.text}, ${quoted(read)}) AS TIMESTAMP)`, type };
};

const part = (name: string, change = '') => walled(`CAST(datepart('${name}', $1)${change} AS INTEGER)`);
const dated = ['date -> int4', 'timestamp -> int4', 'timestamptz -> int4'];
const clocked = ['timestamp -> int4', 'time -> int4', 'timestamptz -> int4'];
const pairs = ['date, date', 'timestamp, timestamp', 'timestamptz, timestamptz'];
const amounts = ['int4', 'int8', 'float8'];
const moved = amounts.flatMap((amount) => [
  `text, ${amount}, date -> timestamp`,
  `text, ${amount}, timestamp -> timestamp`,
  `text, ${amount}, timestamptz -> timestamptz`,
]);
const byInterval = [
  'date, interval -> timestamp',
  'timestamp, interval -> timestamp',
  'timestamptz, interval -> timestamptz',
];
const named = [
  ['day', "['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][datepart('dow', $1) + 1]"],
  [
    'month',
    "['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'][datepart('month', $1)]",
  ],
] as const;

const rows: readonly FunctionRow[] = [
  ['datediff date_diff', pairs.map((pair) => `text, ${pair} -> int8`), difference('date_diff'), { origin: 'redshift' }],
  ['timestampdiff', pairs.map((pair) => `text, ${pair} -> int8`), difference('date_sub')],
  ['datediff', pairs.map((pair) => `${pair} -> int4`), walled("CAST(date_diff('day', $2, $1) AS INTEGER)")],
  ['dateadd date_add timestampadd', moved, added, { origin: 'redshift' }],
  ['date_add adddate', byInterval, walled('$1 + $2')],
  ['date_sub subdate', byInterval, walled('$1 - $2')],
  [
    'add_months',
    ['timestamp, int4 -> timestamp', 'date, int4 -> timestamp'],
    "CASE WHEN CAST($1 AS DATE) = last_day($1) THEN last_day($1 + to_months($2)) + (CAST($1 AS TIMESTAMP) - date_trunc('day', CAST($1 AS TIMESTAMP))) ELSE $1 + to_months($2) END",
    { origin: 'redshift' },
  ],
  [
    'last_day',
    ['date -> date', 'timestamp -> date', 'timestamptz -> date'],
    walled('last_day($1)'),
    { origin: 'redshift' },
  ],
  ['year', dated, part('year')],
  ['quarter', dated, part('quarter')],
  ['month', dated, part('month')],
  ['weekofyear', dated, part('week')],
  ['day dayofmonth', dated, part('day')],
  ['dayofyear', dated, part('doy')],
  ['dayofweek', dated, part('dow', ' + 1')],
  ['weekday', dated, part('isodow', ' - 1')],
  ['hour', clocked, part('hour')],
  ['minute', clocked, part('minute')],
  ['second', clocked, part('microsecond', ' // 1000000')],
  ...named.map(
    ([name, text]): FunctionRow => [`${name}name`, dated.map((one) => one.replace('int4', 'text')), walled(text)],
  ),
  [
    'makedate',
    'int4, int4 -> date',
    "CASE WHEN $2 < 1 THEN NULL WHEN $1 < 100 OR $1 > 9999 THEN error('makedate takes years of 100 to 9999') ELSE make_date($1, 1, 1) + ($2 - 1) END",
  ],
  [
    'unix_timestamp',
    ['timestamp -> int8', 'timestamptz -> int8'],
    ([time], type, session) =>
      time
        ? {
            text: `(epoch_us(${time.type.name === 'timestamp' ? `timezone(${quotedZone(session)}, ${time.text})` : time.text}) // 1000000)`,
            type,
          }
        : cannot('an argument is missing'),
    { volatility: 'stable' },
  ],
  [
    'from_unixtime',
    'float8 -> timestamp',
    ([seconds], type, session) => ({
      text: `timezone(${quotedZone(session)}, make_timestamptz(CAST(round_even(${seconds?.text} * 1000000, 0) AS BIGINT)))`,
      type,
    }),
    { volatility: 'stable' },
  ],
  ['str_to_date', 'text, text -> timestamp', readText],
  ['date_format time_format', ['time, text -> text', 'timestamp, text -> text', 'timestamptz, text -> text'], written],
];

/** Functions of times that PostgreSQL lacks, as MySQL or Redshift has them. */
export const foreignTimeFunctions = family(rows, { origin: 'mysql' });
