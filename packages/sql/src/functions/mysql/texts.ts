import { cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import { escapedFor, likePattern, regularPattern } from '../source/patterns.ts';
import { filled, type SourceRendering, type SourceRow } from '../source/rules.ts';
import { failing } from './values.ts';

/** Letters whose other case depends on the version of the server: of scripts and additions that are younger than its tables. */
const unsure =
  '19a 19e 220 23a-29f 370-377 37b-37f 3cf 3d7-3d9 3f2-3ff 48a-48b 4c0-4cf 4f6-4f7 4fa-52f 10a0-10ff 13a0-13ff 1c80-1cbf 1d79 1d7d 1d8e 1e9e 1efa-1eff 2132 214e 2183-2184 2c00-2d2f a640-a7ff ab53-abbf 10400-1e943';
const unsureLetters = `[${unsure.replaceAll(/[0-9a-f]+/g, (point) => `\\x{${point}}`).replaceAll(' ', '')}]`;

/** Fails for texts with letters that the server may not know. */
function inCase(name: 'LOWER' | 'UPPER', { text, constant }: Rendered): string {
  if (typeof constant === 'string' && /^[\u0020-\u0180]*$/.test(constant)) return `${name}(${text})`;
  const failed = `CAST(${failing(`${text} IS NOT NULL`)} AS CHAR)`;
  return `(CASE WHEN ${text} REGEXP '${unsureLetters}' THEN ${failed} ELSE ${name}(${text}) END)`;
}

/** LIKE compares by code point, as all comparisons of a session do. @param isOfLetters whether A is a */
const like =
  (operator: 'LIKE' | 'NOT LIKE', isOfLetters = false): SourceRendering =>
  ([text, pattern]) => {
    const read = likePattern(pattern, 'MySQL');
    if (isCannot(read)) return read;
    if (!text || !pattern) return cannot('LIKE has two operands');
    const [left, right] = [text, pattern].map((one) => (isOfLetters ? inCase('LOWER', one) : one.text));
    return `(${left} ${operator} ${right} ESCAPE '\\')`;
  };

const matches =
  (operator: 'REGEXP' | 'NOT REGEXP'): SourceRendering =>
  ([text, pattern]) => {
    const read = regularPattern(pattern, 'MySQL');
    return isCannot(read) ? read : `(${text?.text} ${operator} ${quoted(read)})`;
  };

/** Characters of a constant that are cut off: one only, since MySQL cuts off whole texts. */
const trimmed =
  (side: 'BOTH' | 'LEADING' | 'TRAILING'): SourceRendering =>
  ([text, cut]) => {
    const what = cut === undefined ? ' ' : cut.constant;
    if (!text || typeof what !== 'string') return cannot('what is cut off must be a constant');
    if ([...what].length > 1) return cannot('MySQL cuts off one character only');
    return what === '' ? text : `TRIM(${side} ${quoted(what)} FROM ${text.text})`;
  };

/** NULL is left out, and booleans are letters. */
function shown(value: Rendered): string | undefined {
  switch (value.type.name) {
    case 'text':
    case 'varchar':
    case 'name':
      return value.text;
    case 'int2':
    case 'int4':
    case 'int8':
    case 'date':
      return `CAST(${value.text} AS CHAR)`;
    case 'bool':
      return `(CASE ${value.text} WHEN 1 THEN 't' WHEN 0 THEN 'f' END)`;
    default:
      return undefined;
  }
}

const concat: SourceRendering = (args) => {
  const texts = args.map(shown);
  if (texts.some((text) => text === undefined))
    return cannot('texts, whole numbers, days and booleans are joined in MySQL');
  return `CONCAT(${texts.map((text) => `COALESCE(${text}, '')`).join(', ')})`;
};

const concatWith: SourceRendering = ([separator, ...others]) => {
  const texts = others.map(shown);
  if (!separator || texts.some((text) => text === undefined))
    return cannot('texts, whole numbers, days and booleans are joined in MySQL');
  return `CONCAT_WS(${separator.text}, ${texts.join(', ')})`;
};

/** Positions start at 1, and may stand before the text; a count says where the piece ends, not how long it is. */
const piece = `CASE WHEN $3 < 0 THEN CAST(${failing('$3 < 0')} AS CHAR) WHEN $2 + $3 <= 1 THEN LEFT($1, 0) ELSE SUBSTRING($1, GREATEST($2, 1), $2 + $3 - GREATEST($2, 1)) END`;
const fromEnd = 'CASE WHEN $2 < 0 THEN CHAR_LENGTH($1) + $2 ELSE $2 END';

const padded =
  (name: 'LPAD' | 'RPAD'): SourceRendering =>
  ([text, length, fill]) => {
    const filler = fill === undefined ? ' ' : fill.constant;
    if (!text || !length || typeof filler !== 'string' || filler === '')
      return cannot('what is filled up with must be a constant');
    return filled(`CASE WHEN $2 <= 0 THEN LEFT($1, 0) ELSE ${name}($1, $2, $3) END`, [
      text,
      length,
      { text: quoted(filler), type: text.type },
    ]);
  };

/** The piece before the n-th delimiter, by a delimiter of one character. */
const split: SourceRendering = ([text, delimiter, field]) => {
  const [mark, place] = [delimiter?.constant ?? '', Number(field?.constant ?? 'NaN')];
  if (!text || [...mark].length !== 1 || !Number.isInteger(place) || place < 1)
    return cannot('MySQL splits by one character, and counts from the beginning');
  const count = `CHAR_LENGTH(${text.text}) - CHAR_LENGTH(REPLACE(${text.text}, ${quoted(mark)}, ''))`;
  const found = `SUBSTRING_INDEX(SUBSTRING_INDEX(${text.text}, ${quoted(mark)}, ${place}), ${quoted(mark)}, -1)`;
  return `(CASE WHEN ${count} >= ${place - 1} THEN ${found} ELSE LEFT(${text.text}, 0) END)`;
};

/** `||` of a text with another value, which is shown as a cast shows it. */
const joined: SourceRendering = (args) => {
  const texts = args.map((arg) =>
    arg.type.name === 'bool' ? `(CASE ${arg.text} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)` : shown(arg),
  );
  return texts.some((text) => text === undefined)
    ? cannot('texts, whole numbers, days and booleans are joined in MySQL')
    : `CONCAT(${texts.join(', ')})`;
};

export const mysqlTexts: readonly SourceRow[] = [
  ['~~', 'text, text', like('LIKE')],
  ['!~~', 'text, text', like('NOT LIKE')],
  ['~~*', 'text, text', like('LIKE', true)],
  ['!~~*', 'text, text', like('NOT LIKE', true)],
  ['like_escape', 'text, text', escapedFor('MySQL')],
  ['~', 'text, text', matches('REGEXP')],
  ['!~', 'text, text', matches('NOT REGEXP')],
  ['||', 'text, text', 'CONCAT($1, $2)'],
  ['||', ['anynonarray, text', 'text, anynonarray'], joined],
  ['lower lcase', 'text', ([text]) => (text ? inCase('LOWER', text) : cannot('an argument is missing'))],
  ['upper ucase', 'text', ([text]) => (text ? inCase('UPPER', text) : cannot('an argument is missing'))],
  ['length char_length character_length', 'text', 'CHAR_LENGTH($1)'],
  ['octet_length', 'text', 'LENGTH($1)'],
  ['substring substr', 'text, int4', 'SUBSTRING($1, GREATEST($2, 1))'],
  ['substring substr', 'text, int4, int4', piece],
  ['left', 'text, int4', `LEFT($1, ${fromEnd})`],
  ['right', 'text, int4', `RIGHT($1, ${fromEnd})`],
  ['btrim', ['text', 'text, text'], trimmed('BOTH')],
  ['ltrim', ['text', 'text, text'], trimmed('LEADING')],
  ['rtrim', ['text', 'text, text'], trimmed('TRAILING')],
  ['concat', '...any', concat],
  ['concat_ws', 'text, ...any', concatWith],
  ['replace', 'text, text, text', 'REPLACE($1, $2, $3)'],
  ['strpos position instr', 'text, text', 'LOCATE($2, $1)'],
  ['charindex locate', 'text, text', 'LOCATE($1, $2)'],
  ['reverse', 'text', 'REVERSE($1)'],
  ['repeat', 'text, int4', 'REPEAT($1, $2)'],
  ['lpad', ['text, int4', 'text, int4, text'], padded('LPAD')],
  ['rpad', ['text, int4', 'text, int4, text'], padded('RPAD')],
  ['starts_with ^@', 'text, text', 'LEFT($1, CHAR_LENGTH($2)) = $2'],
  ['ends_with', 'text, text', 'RIGHT($1, CHAR_LENGTH($2)) = $2'],
  ['split_part', 'text, text, int4', split],
  ['md5', 'text', 'MD5($1)'],
];
