import { fillTemplate } from '../duckdb/template.ts';
import { toText } from '../duckdb/cast-to-text.ts';
import type { Rendered, CannotRender } from '../duckdb/rendered.ts';
import { isCannot } from '../duckdb/rendered.ts';
import type { DuckDbRendering, StatementSession } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';

/** Output of a value inside of concat and format: booleans are letters there. */
function shown(value: Rendered, session: StatementSession): Rendered | CannotRender {
  const { name } = value.type;
  if (name === 'text' || name === 'varchar' || name === 'bpchar' || name === 'name' || name === 'json') return value;
  if (name === 'bool')
    return {
      text: fillTemplate("CASE WHEN $1 THEN 't' WHEN NOT $1 THEN 'f' END", [value.text]),
      type: { name: 'text' },
    };
  return toText(value, { name: 'text' }, session);
}

function joined(write: (texts: readonly string[]) => string): DuckDbRendering {
  return (args, type, session) => {
    const texts = args.map((arg) => shown(arg, session));
    const failed = texts.find(isCannot);
    if (failed !== undefined && isCannot(failed)) return failed;
    return { text: write(texts.map((text) => (isCannot(text) ? '' : text.text))), type };
  };
}

/** Positions start at 1, and may stand before the text; a count says where the piece ends, not how long it is. */
const substring = `CASE WHEN $3 < 0 THEN error('negative substring length not allowed') WHEN CAST($2 AS BIGINT) + $3 <= 1 THEN '' ELSE substring($1, greatest($2, 1), CAST($2 AS BIGINT) + $3 - greatest($2, 1)) END`;

const padded = (side: 'l' | 'r') =>
  `CASE WHEN $2 <= 0 THEN '' WHEN length($1) >= $2 OR $3 = '' THEN left($1, $2) WHEN $2 > 10000000 THEN error('the padded text is too long') ELSE ${side}pad($1, $2, $3) END`;

/** Replaced parts are counted only where they might make a text of more than ten million characters. */
const replaced = `CASE WHEN $2 = '' THEN $1 WHEN length($3) > length($2) AND CAST(length($1) AS BIGINT) * length($3) > 10000000 AND CAST(length($1) AS BIGINT) + (length($1) - length(replace($1, $2, ''))) // length($2) * (CAST(length($3) AS BIGINT) - length($2)) > 10000000 THEN error('the replaced text is too long') ELSE replace($1, $2, $3) END`;

const piece = `CASE WHEN $3 = 0 THEN error('field position must not be zero') WHEN $2 = '' THEN CASE WHEN $3 IN (1, -1) THEN $1 ELSE '' END ELSE split_part($1, $2, $3) END`;

const rows: readonly FunctionRow[] = [
  ['length char_length character_length', 'text -> int4', 'CAST(length($1) AS INTEGER)'],
  ['length char_length character_length', 'bpchar -> int4', "CAST(length(rtrim($1, ' ')) AS INTEGER)"],
  ['length octet_length', 'bytea -> int4', 'CAST(octet_length($1) AS INTEGER)'],
  ['octet_length', 'text -> int4', 'CAST(strlen($1) AS INTEGER)'],
  ['octet_length', 'bpchar -> int4', 'CAST(strlen($1) AS INTEGER)'],
  ['bit_length', 'text -> int4', 'CAST(bit_length($1) AS INTEGER)'],
  ['bit_length', 'bytea -> int4', 'CAST(octet_length($1) * 8 AS INTEGER)'],
  ['lower', 'text -> text', 'lower($1)'],
  // DuckDB makes a capital letter of ß that PostgreSQL has not.
  ['upper', 'text -> text', "array_to_string(list_transform(string_split($1, 'ß'), lambda _p: upper(_p)), 'ß')"],
  ['btrim', 'text -> text', "trim($1, ' ')"],
  ['ltrim', 'text -> text', "ltrim($1, ' ')"],
  ['rtrim', 'text -> text', "rtrim($1, ' ')"],
  ['btrim', 'text, text -> text', 'trim($1, $2)'],
  ['ltrim', 'text, text -> text', 'ltrim($1, $2)'],
  ['rtrim', 'text, text -> text', 'rtrim($1, $2)'],
  ['btrim ltrim rtrim', 'bytea, bytea -> bytea', { cannot: 'trimming of bytea is not rendered' }],
  ['substring substr', 'text, int4 -> text', 'substring($1, greatest($2, 1))'],
  ['substring substr', 'text, int4, int4 -> text', substring],
  [
    'substring substr',
    ['bytea, int4 -> bytea', 'bytea, int4, int4 -> bytea'],
    { cannot: 'substring of bytea is not rendered' },
  ],
  ['left', 'text, int4 -> text', 'left($1, $2)'],
  ['right', 'text, int4 -> text', 'right($1, $2)'],
  ['lpad', 'text, int4, text -> text', padded('l')],
  ['rpad', 'text, int4, text -> text', padded('r')],
  ['lpad', 'text, int4 -> text', padded('l').replaceAll('$3', "' '")],
  ['rpad', 'text, int4 -> text', padded('r').replaceAll('$3', "' '")],
  [
    'repeat',
    'text, int4 -> text',
    "CASE WHEN CAST(length($1) AS BIGINT) * $2 > 10000000 THEN error('the repeated text is too long') ELSE repeat($1, $2) END",
  ],
  ['replace', 'text, text, text -> text', replaced],
  ['reverse', 'text -> text', "array_to_string(list_reverse(regexp_extract_all($1, '(?s).')), '')"],
  ['strpos position', 'text, text -> int4', 'CAST(strpos($1, $2) AS INTEGER)'],
  ['position', 'bytea, bytea -> int4', { cannot: 'position of bytea is not rendered' }],
  ['split_part', 'text, text, int4 -> text', piece],
  ['translate', 'text, text, text -> text', 'translate($1, $2, $3)'],
  ['ascii', 'text -> int4', "CASE WHEN $1 = '' THEN 0 ELSE unicode($1) END"],
  [
    'chr',
    'int4 -> text',
    "CASE WHEN $1 <= 0 THEN error('null character not permitted') WHEN $1 > 1114111 OR $1 BETWEEN 55296 AND 57343 THEN error('requested character not valid') ELSE chr($1) END",
  ],
  [
    'concat',
    '...any -> text',
    joined((texts) => `concat(${texts.join(', ')})`),
    { isStrict: false, volatility: 'stable' },
  ],
  [
    'concat_ws',
    'text, ...any -> text',
    joined(([separator = "''", ...texts]) =>
      fillTemplate(`CASE WHEN $1 IS NULL THEN NULL ELSE concat_ws($1, ${texts.join(', ')}) END`, [separator]),
    ),
    { isStrict: false, volatility: 'stable' },
  ],
  [
    'overlay',
    'text, text, int4, int4 -> text',
    "CASE WHEN $3 <= 0 THEN error('negative substring length not allowed') ELSE left($1, $3 - 1) || $2 || substring($1, greatest(CAST($3 AS BIGINT) + $4, 1)) END",
  ],
  [
    'overlay',
    'text, text, int4 -> text',
    "CASE WHEN $3 <= 0 THEN error('negative substring length not allowed') ELSE left($1, $3 - 1) || $2 || substring($1, CAST($3 AS BIGINT) + length($2)) END",
  ],
  [
    'overlay',
    ['bytea, bytea, int4, int4 -> bytea', 'bytea, bytea, int4 -> bytea'],
    { cannot: 'overlay of bytea is not rendered' },
  ],
  ['starts_with', 'text, text -> bool', 'starts_with($1, $2)'],
  ['md5', 'text -> text', 'md5($1)'],
  ['md5', 'bytea -> text', 'md5($1)'],
  ['sha224 sha256 sha384 sha512', 'bytea -> bytea', { cannot: 'digests of bytea are not rendered; use md5' }],
  ['encode', 'bytea, text -> text', { cannot: 'encode is not rendered' }],
  ['decode', 'text, text -> bytea', { cannot: 'decode is not rendered' }],
  [
    'length',
    'bytea, name -> int4',
    { cannot: 'length of bytea in an encoding is not rendered' },
    { volatility: 'stable' },
  ],
  ['unistr', 'text -> text', { cannot: 'unistr is not rendered' }],
];

export const textFunctions = family(rows);
