import { quotedZone } from '../duckdb/cast.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate } from '../duckdb/template.ts';
import type { SqlType } from '../../types/index.ts';
import type { DuckDbRendering, Session } from '../entry.ts';
import { each, family, type Row } from '../family.ts';
import { fieldNamed } from './extract.ts';

/** Microseconds of a unit that has always as many. */
const lengths: Readonly<Record<string, number>> = {
  hour: 3_600_000_000,
  minute: 60_000_000,
  second: 1_000_000,
  milliseconds: 1000,
  microseconds: 1,
};
const months: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12, decade: 120 };

/** A moment as the wall clock of the session shows it; other times as they are. */
function onWall({ text, type }: Rendered, session: Session): string {
  return type.name === 'timestamptz' ? `timezone(${quotedZone(session)}, ${text})` : text;
}

/** A rendering over wall clocks for times of every type; a moment becomes one again when the answer is one. */
function walled(template: string): (args: readonly Rendered[], type: SqlType, session: Session) => Rendered {
  return (args, type, session) => {
    const text = fillTemplate(
      template,
      args.map((arg) => onWall(arg, session)),
    );
    return { text: type.name === 'timestamptz' ? `timezone(${quotedZone(session)}, ${text})` : text, type };
  };
}

/** Redshift: the number of boundaries of the unit between two times. */
const difference: DuckDbRendering = ([unit, from, to], type, session) => {
  if (unit?.constant === undefined || unit.constant === null || !from || !to)
    return cannot('the unit of DATEDIFF must be a constant');
  const name = fieldNamed(unit.constant);
  if (!['day', 'month', 'quarter', 'year', 'hour', 'minute', 'second'].includes(name))
    return cannot(`DATEDIFF has no unit ${unit.constant} here`);
  return { text: `date_diff('${name}', ${onWall(from, session)}, ${onWall(to, session)})`, type };
};

/** Redshift: adds whole units; days that a month lacks become its last day. */
const added: DuckDbRendering = ([unit, amount, time], type, session) => {
  if (unit?.constant === undefined || unit.constant === null || !amount || !time)
    return cannot('the unit of DATEADD must be a constant');
  const name = fieldNamed(unit.constant);
  const span = months[name]
    ? `to_months($1 * ${months[name]})`
    : name === 'day'
      ? 'to_days($1)'
      : name === 'week'
        ? 'to_days($1 * 7)'
        : lengths[name]
          ? `to_microseconds(CAST($1 AS BIGINT) * ${lengths[name]})`
          : undefined;
  if (span === undefined) return cannot(`DATEADD has no unit ${unit.constant} here`);
  return walled(`$2 + ${span}`)([amount, time], type, session);
};

const part = (name: string, change = '') => walled(`CAST(datepart('${name}', $1)${change} AS INTEGER)`);
const dated = ['date -> int4', 'timestamp -> int4', 'timestamptz -> int4'];
const clocked = ['timestamp -> int4', 'time -> int4', 'timestamptz -> int4'];

const rows: readonly Row[] = [
  [
    'datediff',
    ['text, date, date -> int8', 'text, timestamp, timestamp -> int8', 'text, timestamptz, timestamptz -> int8'],
    difference,
    { origin: 'redshift' },
  ],
  [
    'datediff',
    ['date, date -> int4', 'timestamp, timestamp -> int4', 'timestamptz, timestamptz -> int4'],
    walled("CAST(date_diff('day', $2, $1) AS INTEGER)"),
    { origin: 'mysql' },
  ],
  [
    'dateadd',
    ['text, int4, date -> timestamp', 'text, int4, timestamp -> timestamp', 'text, int4, timestamptz -> timestamptz'],
    added,
    { origin: 'redshift' },
  ],
  [
    'date_add',
    ['date, interval -> timestamp', 'timestamp, interval -> timestamp', 'timestamptz, interval -> timestamptz'],
    walled('$1 + $2'),
    { origin: 'mysql' },
  ],
  [
    'date_sub',
    ['date, interval -> timestamp', 'timestamp, interval -> timestamp', 'timestamptz, interval -> timestamptz'],
    walled('$1 - $2'),
    { origin: 'mysql' },
  ],
  ['charindex locate', 'text, text -> int4', 'CAST(strpos($2, $1) AS INTEGER)', { origin: 'redshift' }],
  [
    'locate',
    'text, text, int4 -> int4',
    'CASE WHEN $3 < 1 THEN 0 WHEN strpos(substring($2, $3), $1) = 0 THEN 0 ELSE CAST(strpos(substring($2, $3), $1) + $3 - 1 AS INTEGER) END',
    { origin: 'mysql' },
  ],
  ['instr', 'text, text -> int4', 'CAST(strpos($1, $2) AS INTEGER)', { origin: 'mysql' }],
  [
    'ucase',
    'text -> text',
    "array_to_string(list_transform(string_split($1, 'ß'), lambda _p: upper(_p)), 'ß')",
    { origin: 'mysql' },
  ],
  ['lcase', 'text -> text', 'lower($1)', { origin: 'mysql' }],
  ['ends_with', 'text, text -> bool', 'ends_with($1, $2)', { origin: 'redshift' }],
  ['year', dated, part('year'), { origin: 'mysql' }],
  ['quarter', dated, part('quarter'), { origin: 'mysql' }],
  ['month', dated, part('month'), { origin: 'mysql' }],
  ['day dayofmonth', dated, part('day'), { origin: 'mysql' }],
  ['dayofyear', dated, part('doy'), { origin: 'mysql' }],
  ['dayofweek', dated, part('dow', ' + 1'), { origin: 'mysql' }],
  ['hour', clocked, part('hour'), { origin: 'mysql' }],
  ['minute', clocked, part('minute'), { origin: 'mysql' }],
  ['second', clocked, part('microsecond', ' // 1000000'), { origin: 'mysql' }],
  [
    'makedate',
    'int4, int4 -> date',
    "CASE WHEN $2 < 1 THEN NULL WHEN $1 < 100 OR $1 > 9999 THEN error('makedate takes years of 100 to 9999') ELSE make_date($1, 1, 1) + ($2 - 1) END",
    { origin: 'mysql' },
  ],
  ['str_to_date', 'text, text -> timestamp', { cannot: 'STR_TO_DATE is not rendered yet' }, { origin: 'mysql' }],
  [
    'time_format',
    ['time, text -> text', 'timestamp, text -> text'],
    { cannot: 'TIME_FORMAT is not rendered yet; use TO_CHAR' },
    { origin: 'mysql' },
  ],
  ['sha1', 'text -> text', 'sha1($1)', { origin: 'mysql' }],
  [
    'xirr',
    ['float8, date -> float8', 'float8, timestamp -> float8'],
    { cannot: 'XIRR is not rendered yet' },
    { origin: 'excel', kind: 'aggregate', isStrict: false },
  ],
  [
    'nvl2',
    each('any', '$, anycompatible, anycompatible -> anycompatible'),
    { cannot: 'NVL2 is not rendered; use CASE' },
    { origin: 'redshift', isStrict: false },
  ],
];

export const foreignFunctions = family(rows);
