import { quotedZone } from '../duckdb/cast.ts';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';
import type { DuckDbRendering } from '../entry.ts';
import { each, family, type Row } from '../family.ts';

interface Piece {
  /** Integer over `$1`, a wall clock. */
  readonly value: string;
  /** Digits with zeros in front, unless FM is written. */
  readonly width: number;
}

const part = (name: string) => `datepart('${name}', $1)`;
const number = (value: string, width: number): Piece => ({ value, width });

/** Patterns of numbers, in any letter case. Longer ones stand first. */
const numbers: readonly (readonly [name: string, piece: Piece])[] = [
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
  ['SS', number(`${part('microsecond')} // 1000000`, 2)],
  ['US', number(`${part('microsecond')} % 1000000`, 6)],
  ['WW', number(`(${part('doy')} - 1) // 7 + 1`, 2)],
  ['IW', number(part('week'), 2)],
  ['ID', number(part('isodow'), 1)],
  ['Q', number(part('quarter'), 1)],
  ['W', number(`(${part('day')} - 1) // 7 + 1`, 1)],
  ['D', number(`${part('dow')} + 1`, 1)],
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
];

interface Token {
  readonly length: number;
  readonly text: string;
}

function tokenOf(rest: string, isTrimmed: boolean): Token | undefined {
  const literal = /^"([^"\\]*)"|^([^A-Za-z"\\])/.exec(rest);
  if (literal) return { length: literal[0].length, text: quoted(literal[1] ?? literal[2] ?? '') };
  const name = names.find(([written]) => rest.startsWith(written));
  if (name) return { length: name[0].length, text: name[2] && !isTrimmed ? `rpad(${name[1]}, 9, ' ')` : name[1] };
  const found = numbers.find(([written]) => rest.toUpperCase().startsWith(written));
  if (!found) return undefined;
  const [written, { value, width }] = found;
  // A suffix turns 1 into 1st.
  if (/^th/i.test(rest.slice(written.length))) return undefined;
  return { length: written.length, text: isTrimmed ? `CAST(${value} AS VARCHAR)` : `printf('%0${width}d', ${value})` };
}

/** The texts that a format of times is made of, or `undefined` when it has a pattern that is not rendered. */
function readFormat(format: string): readonly string[] | undefined {
  const texts: string[] = [];
  let rest = format;
  while (rest !== '') {
    const isTrimmed = /^fm/i.test(rest);
    if (isTrimmed) rest = rest.slice(2);
    const token = tokenOf(rest, isTrimmed);
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
  const texts = readFormat(format.constant);
  if (texts === undefined)
    return cannot(
      `the format ${format.constant} has a pattern that is not rendered; quote letters that are no pattern`,
    );
  const early = `WHEN ${part('year')} < 1 THEN error('to_char of years before 1 is not rendered')`;
  const text = `CASE WHEN $1 IS NULL OR NOT isfinite($1) THEN NULL ${early} ELSE ${texts.join(' || ')} END`;
  return { text: fillTemplate(text, [onWall(value, session.zone)]), type };
};

function onWall({ text, type }: Rendered, zone: string): string {
  return type.name === 'timestamptz' ? `timezone(${quotedZone({ zone })}, ${text})` : text;
}

/** Numbers that a format reads, as they stand in `make_timestamp`. */
const order = ['YYYY', 'MM', 'DD', 'HH24', 'MI', 'SS'];

/** Reads a text by a format of whole numbers. Texts that have not exactly these digits are an error. */
function read(value: Rendered | undefined, format: Rendered | undefined): { readonly text: string } | CannotRender {
  if (!value || format?.constant === undefined || format.constant === null)
    return cannot('the format must be a constant');
  const tokens = format.constant.toUpperCase().match(/YYYY|MM|DD|HH24|MI|SS|[-/.: ,]|./g) ?? [];
  const fields = tokens.filter((token) => order.includes(token));
  const isPlain = tokens.every((token) => order.includes(token) || /^[-/.: ,]$/.test(token));
  const hasDay = ['YYYY', 'MM', 'DD'].every((field) => fields.includes(field));
  if (!isPlain || !hasDay || new Set(fields).size !== fields.length)
    return cannot(`the format ${format.constant} is not read; use YYYY, MM, DD, HH24, MI and SS`);
  const form = tokens
    .map((token) => (order.includes(token) ? (token === 'YYYY' ? '([0-9]{4})' : '([0-9]{2})') : `[${token}]`))
    .join('');
  const pattern = quoted(`^ *${form}(?:[^0-9](?s:.*))?$`);
  const fieldOf = (field: string) => {
    const group = fields.indexOf(field) + 1;
    return group === 0 ? '0' : `CAST(regexp_extract($1, ${pattern}, ${group}) AS BIGINT)`;
  };
  const made = `make_timestamp(${order.map(fieldOf).join(', ')})`;
  const failed = `error('"' || $1 || '" has not the digits of the format')`;
  const text = `CASE WHEN $1 IS NULL THEN NULL WHEN regexp_matches($1, ${pattern}) AND ${fieldOf('YYYY')} > 0 THEN ${made} ELSE ${failed} END`;
  return { text: fillTemplate(text, [value.text]) };
}

const toDate: DuckDbRendering = ([value, format], type) => {
  const found = read(value, format);
  return 'cannot' in found ? found : { text: `CAST(${found.text} AS DATE)`, type };
};

const toTimestamp: DuckDbRendering = ([value, format], type, session) => {
  const found = read(value, format);
  return 'cannot' in found ? found : { text: `timezone(${quotedZone(session)}, ${found.text})`, type };
};

const rows: readonly Row[] = [
  ['to_char', ['timestamp, text -> text', 'timestamptz, text -> text'], written],
  [
    'to_char',
    [...each('int4 int8 float4 float8 numeric interval', '$, text -> text')],
    { cannot: 'to_char is rendered for times only; round a number, and cast it to text' },
  ],
  ['to_date', 'text, text -> date', toDate],
  ['to_timestamp', 'text, text -> timestamptz', toTimestamp],
  ['to_number', 'text, text -> numeric', { cannot: 'to_number is not rendered; cast the text to numeric' }],
];

export const formatFunctions = family(rows, { volatility: 'stable' });
