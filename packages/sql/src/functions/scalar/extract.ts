import { shownLiteral } from '@orrery/kernel';
import { quotedZone } from '../duckdb/cast.ts';
import { rescaled } from '../duckdb/numeric.ts';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate } from '../duckdb/template.ts';
import type { DuckDbRendering, StatementSession } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';

interface ExtractField {
  /** Integer of the smallest decimal, over `$1`. */
  readonly digits: string;
  readonly decimals: number;
  readonly types: string;
  /** Whether an infinite time has an infinite value, instead of NULL. */
  readonly isEndless?: boolean;
}

const day = (name: string): ExtractField => ({
  digits: `datepart('${name}', $1)`,
  decimals: 0,
  types: 'date timestamp',
});
const endless = (name: string): ExtractField => ({ ...day(name), isEndless: true });
const clock = (digits: string, decimals = 0): ExtractField => ({ digits, decimals, types: 'time timestamp interval' });
const microsecond = "datepart('microsecond', $1)";

/** Fields of days and clocks. Centuries and decades count as PostgreSQL does since version 15. */
const fields: Readonly<Record<string, readonly ExtractField[]>> = {
  year: [endless('year'), { ...endless('year'), types: 'interval' }],
  month: [day('month'), { ...day('month'), types: 'interval' }],
  day: [day('day'), { ...day('day'), types: 'interval' }],
  quarter: [day('quarter'), { digits: "datepart('month', $1) // 3 + 1", decimals: 0, types: 'interval' }],
  week: [day('week')],
  dow: [day('dow')],
  isodow: [day('isodow')],
  doy: [day('doy')],
  isoyear: [endless('isoyear')],
  decade: [
    { ...day('decade'), digits: "CAST(floor(datepart('year', $1) / 10) AS BIGINT)", isEndless: true },
    { digits: "datepart('year', $1) // 10", decimals: 0, types: 'interval' },
  ],
  century: [
    {
      ...day('century'),
      digits: "CASE WHEN datepart('year', $1) > 0 THEN (datepart('year', $1) + 99) // 100 ELSE NULL END",
      isEndless: true,
    },
    { digits: "datepart('year', $1) // 100", decimals: 0, types: 'interval' },
  ],
  millennium: [
    {
      ...day('millennium'),
      digits: "CASE WHEN datepart('year', $1) > 0 THEN (datepart('year', $1) + 999) // 1000 ELSE NULL END",
      isEndless: true,
    },
    { digits: "datepart('year', $1) // 1000", decimals: 0, types: 'interval' },
  ],
  julian: [{ digits: "CAST($1 - DATE '2000-01-01' AS BIGINT) + 2451545", decimals: 0, types: 'date', isEndless: true }],
  hour: [clock("datepart('hour', $1)")],
  minute: [clock("datepart('minute', $1)")],
  second: [clock(microsecond, 6)],
  milliseconds: [clock(microsecond, 3)],
  microseconds: [clock(microsecond)],
  epoch: [
    { digits: 'epoch_us($1)', decimals: 6, types: 'timestamp timestamptz', isEndless: true },
    { digits: 'epoch_us($1) // 1000000', decimals: 0, types: 'date', isEndless: true },
    {
      digits: "(datepart('hour', $1) * 3600000000 + datepart('minute', $1) * 60000000 + datepart('microsecond', $1))",
      decimals: 6,
      types: 'time',
    },
    {
      digits:
        "(datepart('year', $1) * 31557600000000 + datepart('month', $1) * 2592000000000 + datepart('day', $1) * 86400000000 + datepart('hour', $1) * 3600000000 + datepart('minute', $1) * 60000000 + datepart('microsecond', $1))",
      decimals: 6,
      types: 'interval',
    },
  ],
};

/** Distance of the session's zone from UTC, over its microseconds. */
const zoneFields: Readonly<Record<string, string>> = {
  timezone: '$1 // 1000000',
  timezone_hour: '$1 // 3600000000',
  timezone_minute: '$1 // 60000000 % 60',
};

/** Other spellings that PostgreSQL reads. `qtr` and `weekday` are those of tools. */
const spellings: Readonly<Record<string, string>> = {
  years: 'year',
  y: 'year',
  yr: 'year',
  yrs: 'year',
  mon: 'month',
  mons: 'month',
  months: 'month',
  d: 'day',
  days: 'day',
  qtr: 'quarter',
  weeks: 'week',
  w: 'week',
  weekday: 'dow',
  h: 'hour',
  hr: 'hour',
  hours: 'hour',
  m: 'minute',
  min: 'minute',
  minutes: 'minute',
  mins: 'minute',
  s: 'second',
  sec: 'second',
  seconds: 'second',
  secs: 'second',
  ms: 'milliseconds',
  msec: 'milliseconds',
  millisecond: 'milliseconds',
  us: 'microseconds',
  usec: 'microseconds',
  microsecond: 'microseconds',
  decades: 'decade',
  dec: 'decade',
  centuries: 'century',
  c: 'century',
  cent: 'century',
  millennia: 'millennium',
  mil: 'millennium',
};

export function fieldNamed(written: string): string {
  const word = written.trim().toLowerCase();
  return Object.hasOwn(spellings, word) ? (spellings[word] ?? word) : word;
}

interface FieldMatch {
  readonly field: ExtractField;
  readonly text: string;
}

function find([name, value]: readonly Rendered[], session: StatementSession): FieldMatch | CannotRender {
  if (!name || !value || name.constant === undefined || name.constant === null)
    return cannot('the field to extract must be a constant');
  const word = fieldNamed(name.constant);
  const { name: type } = value.type;
  const all = Object.hasOwn(fields, word) ? (fields[word] ?? []) : [];
  const offset = zoneFields[word];
  if (offset !== undefined && type === 'timestamptz') {
    const text = `(epoch_us(timezone(${quotedZone(session)}, ${value.text})) - epoch_us(${value.text}))`;
    return { field: { digits: offset, decimals: 0, types: 'timestamptz' }, text };
  }
  const direct = all.find(({ types }) => types.split(' ').includes(type));
  if (direct) return { field: direct, text: value.text };
  const local = all.find(({ types }) => types.split(' ').includes('timestamp'));
  if (type !== 'timestamptz' || !local || word === 'epoch')
    return cannot(`the field ${shownLiteral(name.constant)} of ${type} is not rendered`);
  return { field: local, text: `timezone(${quotedZone(session)}, ${value.text})` };
}

const isOfZone = ({ types, isEndless }: ExtractField) => types === 'timestamptz' && !isEndless;
const isTimed = (args: readonly Rendered[]) => /^(?:date|timestamp)/.test(args[1]?.type.name ?? '');

/** Infinity has no month; its year is infinite, which numeric cannot say here. */
function guarded(body: string, endlessly: string, args: readonly Rendered[], field: ExtractField): string {
  if (!isTimed(args) || isOfZone(field)) return body;
  return `CASE WHEN NOT isfinite($1) THEN ${field.isEndless ? endlessly : 'NULL'} ELSE ${body} END`;
}

const extract: DuckDbRendering = (args, type, session) => {
  const found = find(args, session);
  if ('cannot' in found) return found;
  const { field, text } = found;
  const body = guarded(rescaled(field.digits, field.decimals), "error('infinity is no numeric here')", args, field);
  return { text: fillTemplate(body, [text]), type, scale: { held: field.decimals, isShown: true } };
};

const datePart: DuckDbRendering = (args, type, session) => {
  const found = find(args, session);
  if ('cannot' in found) return found;
  const { field, text } = found;
  const value = `CAST(${field.digits} AS DOUBLE) / ${10 ** field.decimals}`;
  const infinite =
    "CASE WHEN CAST($1 AS VARCHAR) LIKE '-%' THEN CAST('-Infinity' AS DOUBLE) ELSE CAST('Infinity' AS DOUBLE) END";
  return { text: fillTemplate(guarded(value, infinite, args, field), [text]), type };
};

const immutable = ['date', 'time', 'timestamp', 'interval'];

const rows: readonly FunctionRow[] = [
  ['extract', immutable.map((type) => `text, ${type} -> numeric`), extract],
  ['extract', 'text, timestamptz -> numeric', extract, { volatility: 'stable' }],
  ['date_part', immutable.map((type) => `text, ${type} -> float8`), datePart],
  ['date_part', 'text, timestamptz -> float8', datePart, { volatility: 'stable' }],
];

export const extractFunctions = family(rows);
