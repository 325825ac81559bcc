import type { DuckDbRendering } from '../entry.ts';
import { quotedZone } from '../duckdb/cast.ts';
import { fieldsOf, scaledInterval } from '../duckdb/interval.ts';
import { fillTemplate } from '../duckdb/template.ts';
import { family, type FunctionRow } from '../family.ts';

/** Moves a moment by months and days on the wall clock of the session, by hours on the time line. */
function moved(sign: '+' | '-', moment: '$1' | '$2', by: '$1' | '$2'): DuckDbRendering {
  return (args, type, session) => {
    const zone = quotedZone(session);
    const hours = `to_microseconds(datepart('hour', ${by}) * 3600000000 + datepart('minute', ${by}) * 60000000 + datepart('microsecond', ${by}))`;
    const calendar = `to_months(CAST(datepart('year', ${by}) * 12 + datepart('month', ${by}) AS INTEGER)) ${sign} to_days(CAST(datepart('day', ${by}) AS INTEGER))`;
    const local = `timezone(${zone}, timezone(${zone}, ${moment}) ${sign} ${calendar}) ${sign} ${hours}`;
    const isPlain = `datepart('year', ${by}) = 0 AND datepart('month', ${by}) = 0 AND datepart('day', ${by}) = 0`;
    const text = `CASE WHEN NOT isfinite(${moment}) THEN ${moment} WHEN ${isPlain} THEN ${moment} ${sign} ${hours} ELSE ${local} END`;
    return {
      text: fillTemplate(
        text,
        args.map((arg) => arg.text),
      ),
      type,
    };
  };
}

const rows: readonly FunctionRow[] = [
  ['+', ['date, int4 -> date', 'int4, date -> date'], '$1 + $2'],
  ['-', 'date, int4 -> date', '$1 - $2'],
  [
    '-',
    'date, date -> int4',
    "CASE WHEN isfinite($1) AND isfinite($2) THEN CAST($1 - $2 AS INTEGER) ELSE CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE error('cannot subtract infinite dates') END END",
  ],
  [
    '+',
    [
      'date, interval -> timestamp',
      'timestamp, interval -> timestamp',
      'interval, date -> timestamp',
      'interval, timestamp -> timestamp',
    ],
    '$1 + $2',
  ],
  ['-', ['date, interval -> timestamp', 'timestamp, interval -> timestamp'], '$1 - $2'],
  ['-', 'timestamp, timestamp -> interval', between('$1', '$2')],
  ['-', 'timestamptz, timestamptz -> interval', between('$1', '$2')],
  ['+', 'timestamptz, interval -> timestamptz', moved('+', '$1', '$2'), { volatility: 'stable' }],
  ['+', 'interval, timestamptz -> timestamptz', moved('+', '$2', '$1'), { volatility: 'stable' }],
  ['-', 'timestamptz, interval -> timestamptz', moved('-', '$1', '$2'), { volatility: 'stable' }],
  ['+', ['date, time -> timestamp', 'time, date -> timestamp'], '$1 + $2'],
  ['+', 'time, interval -> time', `$1 + to_microseconds(${ofClock('$2')} % 86400000000)`],
  ['+', 'interval, time -> time', `$2 + to_microseconds(${ofClock('$1')} % 86400000000)`],
  ['-', 'time, interval -> time', `$1 - to_microseconds(${ofClock('$2')} % 86400000000)`],
  ['-', 'time, time -> interval', `to_microseconds(${ofClock('$1')} - ${ofClock('$2')})`],
  ['+', 'interval, interval -> interval', '$1 + $2'],
  ['-', 'interval, interval -> interval', '$1 - $2'],
  ['-', 'interval -> interval', 'to_months(0) - $1'],
  ['*', 'interval, float8 -> interval', scaledInterval(fieldsOf('$1'), '*', '$2')],
  ['*', 'float8, interval -> interval', scaledInterval(fieldsOf('$2'), '*', '$1')],
  ['/', 'interval, float8 -> interval', scaledInterval(fieldsOf('$1'), '/', '$2')],
];

/** A difference of times is in days and hours, never in months. */
function between(one: string, other: string): string {
  const all = `(epoch_us(${one}) - epoch_us(${other}))`;
  const finite = `CASE WHEN isfinite(${one}) AND isfinite(${other})`;
  return `${finite} THEN to_days(CAST(${all} // 86400000000 AS INTEGER)) + to_microseconds(${all} % 86400000000) WHEN ${one} IS NULL OR ${other} IS NULL THEN NULL ELSE error('cannot subtract infinite timestamps') END`;
}

function ofClock(text: string): string {
  return `(datepart('hour', ${text}) * 3600000000 + datepart('minute', ${text}) * 60000000 + datepart('microsecond', ${text}))`;
}

export const timeOperators = family([...rows]);
