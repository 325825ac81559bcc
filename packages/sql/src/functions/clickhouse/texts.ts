import { readPattern } from '../duckdb/pattern.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { escapedFor, likePattern } from '../source/patterns.ts';
import type { SourceRendering, SourceRow } from '../source/rules.ts';
import { bound, failing, once } from './bound.ts';
import { quotedText } from './readings.ts';

const notConstant = cannot('the pattern must be a constant for ClickHouse');

/** Letters of additions to Unicode that are younger than the tables of some servers. */
const young = '1c89-1c8a a7c0-a7ff 10d50-10d85 16ea0-16ed3';
/** Letters whose other case is not certain to be PostgreSQL's: its capitals are one letter each. */
const unsure = {
  lower: young,
  upper: `149 19b 1f0 264 390 3b0 587 1e96-1e9a 1f50-1f56 1f80-1fff e000 fb00-fb17 ${young}`,
};

/** Changes letter by letter. Those that depend on their neighbours, or have two letters in the other case, are replaced. */
const changed = {
  lower: "lowerUTF8(replaceAll(replaceAll($1, 'İ', 'i'), 'Σ', 'σ'))",
  upper: "replaceAll(upperUTF8(replaceAll($1, 'ß', '\uE000')), '\uE000', 'ß')",
};

/** Fails for letters that are not sure. */
function inCase(name: 'lower' | 'upper', value: Rendered): string | CannotRender {
  if (typeof value.constant === 'string' && /^[\u0020-\u007e]*$/.test(value.constant))
    return bound(changed[name], [value]);
  const letters = `[${unsure[name].replaceAll(/[0-9a-f]+/g, (point) => `\\x{${point}}`).replaceAll(' ', '')}]`;
  const isUnsure = `match($1, ${quotedText(letters)})`;
  return bound(failing(isUnsure, 'String', changed[name], `${name}() of these letters is not known`), [value]);
}

const cased =
  (name: 'lower' | 'upper'): SourceRendering =>
  ([text]) =>
    text ? inCase(name, text) : cannot('an argument is missing');

/** Writes a pattern whose every escape is one that both servers know; elsewhere a backslash is itself in ClickHouse. */
function withKnownEscapes(pattern: string): string {
  return pattern.replaceAll(/\\([^])/gu, (_, letter: string) => (/[%_\\]/.test(letter) ? `\\${letter}` : letter));
}

/** @param isOfLetters whether A is a */
const like =
  (operator: 'LIKE' | 'NOT LIKE', isOfLetters = false): SourceRendering =>
  ([text, pattern]) => {
    if (!text || !pattern) return notConstant;
    const known = likePattern(pattern, 'ClickHouse');
    if (isCannot(known)) return known;
    const constant = withKnownEscapes(known);
    const read: Rendered = { text: quotedText(constant), type: pattern.type, constant };
    if (!isOfLetters) return `(${text.text} ${operator} ${read.text})`;
    const [left, right] = [inCase('lower', text), inCase('lower', read)];
    if (isCannot(left)) return left;
    return isCannot(right) ? right : `(${left} ${operator} ${right})`;
  };

/** The expressions of the server are those of DuckDB, whose point is any character, too. */
const matches =
  (not: '' | 'NOT '): SourceRendering =>
  ([text, pattern]) => {
    if (!text || typeof pattern?.constant !== 'string') return notConstant;
    const read = readPattern(pattern.constant);
    if ('refusal' in read) return cannot(read.refusal.replace('DuckDB', 'ClickHouse'));
    return `(${not}match(${text.text}, ${quotedText(read.text)}))`;
  };

/** Characters of a constant that are cut off; the server cuts bytes. */
const trimmed =
  (name: 'trimBoth' | 'trimLeft' | 'trimRight'): SourceRendering =>
  ([text, cut]) => {
    const what = cut === undefined ? ' ' : cut.constant;
    if (!text || typeof what !== 'string' || !/^[\u0020-\u007e]*$/.test(what))
      return cannot('what is cut off must be a constant of ASCII');
    return what === '' ? text : `${name}(${text.text}, ${quotedText(what)})`;
  };

const noTexts = cannot('texts, whole numbers, days and booleans are joined in ClickHouse');

/** NULL is left out, and booleans are letters. */
function shown({ text, type }: Rendered, [yes, no]: readonly [string, string] = ['t', 'f']): string | undefined {
  switch (type.name) {
    case 'text':
    case 'varchar':
      return text;
    case 'int2':
    case 'int4':
    case 'int8':
    case 'date':
      return `toString(${text})`;
    case 'bool': {
      const word = bound(`multiIf($1, '${yes}', NOT $1, '${no}', NULL)`, [{ text, type }]);
      return isCannot(word) ? undefined : word;
    }
    default:
      return undefined;
  }
}

const concat: SourceRendering = (args) => {
  const texts = args.map((arg) => shown(arg));
  return texts.includes(undefined) ? noTexts : `concat(${texts.map((text) => `ifNull(${text}, '')`).join(', ')}, '')`;
};

const concatWith: SourceRendering = ([separator, ...others]) => {
  if (separator?.constant === undefined) return cannot('the separator must be a constant for ClickHouse');
  const texts = others.map((other) => shown(other));
  if (texts.includes(undefined)) return noTexts;
  if (separator.constant === null) return separator;
  const items = `arrayFilter(_v -> isNotNull(_v), [${texts.map((text) => `toNullable(${text})`).join(', ')}])`;
  return `arrayStringConcat(arrayMap(_v -> assumeNotNull(_v), ${items}), ${separator.text})`;
};

/** `||` of a text with another value, which is shown as a cast shows it. */
const joined: SourceRendering = (args) => {
  const texts = args.map((arg) => shown(arg, ['true', 'false']));
  return texts.includes(undefined) ? noTexts : `concat(${texts.join(', ')})`;
};

/** Positions start at 1, and may stand before the text; a count says where the piece ends, not how long it is. */
const first = 'if($2 < 1, 1, $2)';
const empty = 'substringUTF8($1, 1, 0)';
const piece = failing(
  '$3 < 0',
  'String',
  `if($2 + $3 <= 1, ${empty}, substringUTF8($1, ${first}, $2 + $3 - ${first}))`,
  'negative substring length not allowed',
);

const padded =
  (name: 'leftPadUTF8' | 'rightPadUTF8'): SourceRendering =>
  ([text, length, fill]) => {
    const filler = fill === undefined ? ' ' : fill.constant;
    if (!text || !length || typeof filler !== 'string' || filler === '')
      return cannot('what is filled up with must be a constant');
    const filled = { text: quotedText(filler), type: text.type };
    return bound(`if($2 <= 0, ${empty}, ${name}($1, if($2 <= 0, 1, $2), $3))`, [text, length, filled]);
  };

/** The piece before the n-th delimiter. */
const split: SourceRendering = ([text, delimiter, field]) => {
  const [mark, place] = [delimiter?.constant ?? '', Number(field?.constant ?? 'NaN')];
  if (!text || mark === '' || !Number.isInteger(place) || place < 1)
    return cannot('ClickHouse splits by a constant, and counts from the beginning');
  const by = { text: quotedText(mark), type: text.type };
  return bound(`if(isNull($1), NULL, splitByString($2, ifNull($1, ''))[${place}])`, [text, by]);
};

export const clickhouseTexts: readonly SourceRow[] = [
  ['~~', 'text, text', like('LIKE')],
  ['!~~', 'text, text', like('NOT LIKE')],
  ['~~*', 'text, text', like('LIKE', true)],
  ['!~~*', 'text, text', like('NOT LIKE', true)],
  ['like_escape', 'text, text', escapedFor('ClickHouse', quotedText)],
  ['~', 'text, text', matches('')],
  ['!~', 'text, text', matches('NOT ')],
  ['||', 'text, text', 'concat($1, $2)'],
  ['||', ['anynonarray, text', 'text, anynonarray'], joined],
  ['lower lcase', 'text', cased('lower')],
  ['upper ucase', 'text', cased('upper')],
  ['length char_length character_length', 'text', 'toInt32(lengthUTF8($1))'],
  ['octet_length', 'text', 'toInt32(length($1))'],
  ['substring substr', 'text, int4', once(`substringUTF8($1, ${first})`)],
  ['substring substr', 'text, int4, int4', once(piece)],
  ['left', 'text, int4', 'leftUTF8($1, $2)'],
  ['right', 'text, int4', 'rightUTF8($1, $2)'],
  ['btrim', ['text', 'text, text'], trimmed('trimBoth')],
  ['ltrim', ['text', 'text, text'], trimmed('trimLeft')],
  ['rtrim', ['text', 'text, text'], trimmed('trimRight')],
  ['concat', '...any', concat],
  ['concat_ws', 'text, ...any', concatWith],
  ['replace', 'text, text, text', 'replaceAll($1, $2, $3)'],
  ['strpos position instr', 'text, text', 'toInt32(positionUTF8($1, $2))'],
  ['charindex locate', 'text, text', 'toInt32(positionUTF8($2, $1))'],
  ['reverse', 'text', 'reverseUTF8($1)'],
  ['repeat', 'text, int4', 'repeat($1, $2)'],
  ['lpad', ['text, int4', 'text, int4, text'], padded('leftPadUTF8')],
  ['rpad', ['text, int4', 'text, int4, text'], padded('rightPadUTF8')],
  ['starts_with ^@', 'text, text', 'startsWith($1, $2)'],
  ['ends_with', 'text, text', 'endsWith($1, $2)'],
  ['split_part', 'text, text, int4', split],
  ['md5', 'text', 'lower(hex(MD5($1)))'],
];
