import { shownLiteral } from '@orrery/kernel';
import { quotedZone } from '../duckdb/cast.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';
import type { DuckDbRendering } from '../entry.ts';
import { each, family, type FunctionRow } from '../family.ts';
import { numberRead, numberWritten } from './number-formats.ts';
import { readByFormat } from './read-by-format.ts';

interface FormattedPiece {
  /** Integer over `$1`, a wall clock. */
  readonly value: string;
  /** Digits with zeros in front, unless FM is written. */
  readonly width: number;
}

const part = (name: string) => `datepart('${name}', $1)`;
const number = (value: string, width: number): FormattedPiece => ({ value, width });

const secondOfDay = `(${part('hour')} * 3600 + ${part('minute')} * 60 + ${part('microsecond')} // 1000000)`;

/** Patterns of numbers, in any letter case. Longer ones stand first. */
const numbers: readonly (readonly [name: string, piece: FormattedPiece])[] = [
  ['YYYY', number(part('year'), 4)],
  ['YYY', number(`${part('year')} % 1000`, 3)],
  ['YY', number(`${part('year')} % 100`, 2)],
  ['IYYY', number(part('isoyear'), 4)],
  ['MM', number(part('month'), 2)],
  ['MI', number(part('minute'), 2)],
  ['MS', number(`${part('microsecond')} % 1000000 // 1000`, 3)],
  ['DDD', number(part('doy'), 3)],
  ['DD', number(part('day'), 2)],
  ['HH24', number(part('hour'), 2)],
  ['HH12', number(`(${part('hour')} + 11) % 12 + 1`, 2)],
  ['HH', number(`(${part('hour')} + 11) % 12 + 1`, 2)],
  ['SSSSS', number(secondOfDay, 1)],
  ['SSSS', number(secondOfDay, 1)],
  ['SS', number(`${part('microsecond')} // 1000000`, 2)],
  ['US', number(`${part('microsecond')} % 1000000`, 6)],
  ['WW', number(`(${part('doy')} - 1) // 7 + 1`, 2)],
  ['IW', number(part('week'), 2)],
  ['ID', number(part('isodow'), 1)],
  ['CC', number(`(${part('year')} + 99) // 100`, 2)],
  ['Q', number(part('quarter'), 1)],
  ['W', number(`(${part('day')} - 1) // 7 + 1`, 1)],
  ['D', number(`${part('dow')} + 1`, 1)],
  ['J', number(`CAST(CAST($1 AS DATE) - DATE '2000-01-01' AS BIGINT) + 2451545`, 1)],
];

const months =
  "['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']";
const days = "['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']";
const month = `${months}[${part('month')}]`;
const day = `${days}[${part('dow')} + 1]`;
const half = (am: string, pm: string) => `CASE WHEN ${part('hour')} < 12 THEN '${am}' ELSE '${pm}' END`;

/** Patterns of names, whose letter case counts. Whole names are padded to nine letters, unless FM is written. */
const names: readonly (readonly [name: string, text: string, isPadded: boolean])[] = [
  ['MONTH', `upper(${month})`, true],
  ['Month', month, true],
  ['month', `lower(${month})`, true],
  ['MON', `upper(left(${month}, 3))`, false],
  ['Mon', `left(${month}, 3)`, false],
  ['mon', `lower(left(${month}, 3))`, false],
  ['DAY', `upper(${day})`, true],
  ['Day', day, true],
  ['day', `lower(${day})`, true],
  ['DY', `upper(left(${day}, 3))`, false],
  ['Dy', `left(${day}, 3)`, false],
  ['dy', `lower(left(${day}, 3))`, false],
  ['AM', half('AM', 'PM'), false],
  ['PM', half('AM', 'PM'), false],
  ['am', half('am', 'pm'), false],
  ['pm', half('am', 'pm'), false],
  ['A.M.', half('A.M.', 'P.M.'), false],
  ['P.M.', half('A.M.', 'P.M.'), false],
  ['a.m.', half('a.m.', 'p.m.'), false],
  ['p.m.', half('a.m.', 'p.m.'), false],
];

interface FormatToken {
  readonly length: number;
  readonly text: string;
}

function tokenOf(rest: string, isTrimmed: boolean): FormatToken | undefined {
  const literal = /^"([^"\\]*)"|^([^A-Za-z"\\])/.exec(rest);
  if (literal) return { length: literal[0].length, text: quoted(literal[1] ?? literal[2] ?? '') };
  const name = names.find(([written]) => rest.startsWith(written));
  if (name) return { length: name[0].length, text: name[2] && !isTrimmed ? `rpad(${name[1]}, 9, ' ')` : name[1] };
  const found = numbers.find(([written]) => rest.toUpperCase().startsWith(written));
  if (!found) return undefined;
  const [written, { value, width }] = found;
  const text = isTrimmed ? `CAST(${value} AS VARCHAR)` : `printf('%0${width}d', ${value})`;
  const suffix = /^th/i.exec(rest.slice(written.length))?.[0];
  if (suffix === undefined) return { length: written.length, text };
  const ends = suffix === 'TH' ? ['ST', 'ND', 'RD', 'TH'] : suffix === 'th' ? ['st', 'nd', 'rd', 'th'] : undefined;
  const [first, second, third, others] = ends ?? [];
  if (ends === undefined) return undefined;
  const ordinal = `CASE WHEN (${value}) % 100 // 10 = 1 THEN '${others}' WHEN (${value}) % 10 = 1 THEN '${first}' WHEN (${value}) % 10 = 2 THEN '${second}' WHEN (${value}) % 10 = 3 THEN '${third}' ELSE '${others}' END`;
  return { length: written.length + 2, text: `${text} || ${ordinal}` };
}

/** The texts that a format of times is made of, or `undefined` when it has a pattern that is not rendered. */
function readFormat(format: string, zoneName?: string): readonly string[] | undefined {
  const texts: string[] = [];
  let rest = format;
  while (rest !== '') {
    const isTrimmed = /^fm/i.test(rest);
    if (isTrimmed) rest = rest.slice(2);
    const isZone = zoneName !== undefined && /^(?:TZ|tz)/.test(rest);
    const token = isZone
      ? { length: 2, text: quoted(rest.startsWith('tz') ? zoneName.toLowerCase() : zoneName) }
      : tokenOf(rest, isTrimmed);
    if (token === undefined) return undefined;
    texts.push(token.text);
    rest = rest.slice(token.length);
  }
  return texts;
}

const written: DuckDbRendering = ([value, format], type, session) => {
  if (!value || format?.constant === undefined) return cannot('the format of to_char must be a constant');
  if (format.constant === null || format.constant === '')
    return { text: 'CAST(NULL AS VARCHAR)', type, constant: null };
  // A time without a zone has no name of one; those of other zones change over the year.
  const zoneName = value.type.name === 'timestamptz' ? (session.zone === 'UTC' ? 'UTC' : undefined) : '';
  const texts = readFormat(format.constant, zoneName);
  if (texts === undefined)
    return cannot(
      `the format ${shownLiteral(format.constant)} has a pattern that is not rendered; quote letters that are no pattern`,
    );
  const early = `WHEN ${part('year')} < 1 THEN error('to_char of years before 1 is not rendered')`;
  const text = `CASE WHEN $1 IS NULL OR NOT isfinite($1) THEN NULL ${early} ELSE ${texts.join(' || ')} END`;
  return { text: fillTemplate(text, [onWall(value, session.zone)]), type };
};

/** Fields of an interval may be larger than those of a clock. */
const ofInterval: DuckDbRendering = ([value, format], type) => {
  if (!value || typeof format?.constant !== 'string') return cannot('the format of to_char must be a constant');
  if (!/^(?:FM|HH24|MI|SS|MS|US|DD|[^A-Za-z"\\])*$/i.test(format.constant))
    return cannot(`the format ${shownLiteral(format.constant)} of intervals is not rendered; use DD, HH24, MI and SS`);
  const texts = readFormat(format.constant) ?? [];
  const low = ['day', 'hour', 'minute', 'microsecond'].map((name) => `${part(name)} < 0`).join(' OR ');
  const refused = `WHEN ${low} THEN error('to_char of intervals below zero is not rendered')`;
  const text = `CASE WHEN $1 IS NULL THEN NULL ${refused} ELSE ${texts.length === 0 ? "''" : texts.join(' || ')} END`;
  return { text: fillTemplate(text, [value.text]), type };
};

function onWall({ text, type }: Rendered, zone: string): string {
  return type.name === 'timestamptz' ? `timezone(${quotedZone({ zone })}, ${text})` : text;
}

const toDate: DuckDbRendering = ([value, format], type) => {
  const found = readByFormat(value, format);
  return 'cannot' in found ? found : { text: `CAST(${found.text} AS DATE)`, type };
};

const toTimestamp: DuckDbRendering = ([value, format], type, session) => {
  const found = readByFormat(value, format);
  return 'cannot' in found ? found : { text: `timezone(${quotedZone(session)}, ${found.text})`, type };
};

const rows: readonly FunctionRow[] = [
  ['to_char', ['timestamp, text -> text', 'timestamptz, text -> text'], written],
  ['to_char', each('int4 int8 float4 float8 numeric', '$, text -> text'), numberWritten],
  ['to_char', 'interval, text -> text', ofInterval],
  ['to_date', 'text, text -> date', toDate],
  ['to_timestamp', 'text, text -> timestamptz', toTimestamp],
  ['to_number', 'text, text -> numeric', numberRead],
];

export const formatFunctions = family(rows, { volatility: 'stable' });
