import { type CannotRender, cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import { escapedFor, likePattern, regularPattern } from '../source/patterns.ts';
import { filled, limited, type SourceRendering, type SourceRow } from '../source/rules.ts';
import { computed, failing, once } from './once.ts';
import { shownInTrino } from './values.ts';

/** Letters whose other case is younger than tables of servers: of Unicode 16 and 17. */
const youngLetters = '19b 264 1c89-1c8a a7cb-a7dc a7f1 10d50-10d85 16ea0-16ed3';
const young = `[${youngLetters.replaceAll(/[0-9a-f]+/g, (point) => `\\x{${point}}`).replaceAll(' ', '')}]`;

/** Fails for texts with letters that one of the servers may not know. */
function inCase(name: 'lower' | 'upper', text: Rendered | undefined): string | CannotRender {
  if (!text) return cannot('an argument is missing');
  if (typeof text.constant === 'string' && /^[\u0020-\u0180]*$/.test(text.constant)) return `${name}(${text.text})`;
  const failed = failing(`${name}() of these letters is not known`);
  return once(`CASE WHEN regexp_like($1, '${young}') THEN ${failed} ELSE ${name}($1) END`, [text]);
}

/** Trino refuses to escape letters, which are themselves in PostgreSQL. @param isOfLetters whether A is a */
const like =
  (isNegated: boolean, isOfLetters = false): SourceRendering =>
  ([text, pattern]) => {
    const read = likePattern(pattern, 'Trino');
    if (isCannot(read)) return read;
    if (!text || !pattern) return cannot('LIKE has two operands');
    const plain: Rendered = { ...pattern, text: quoted(read.replaceAll(/\\([^])/gu, escapedLetter)) };
    const [left, right] = [text, plain].map((one) => (isOfLetters ? inCase('lower', one) : one.text));
    if (isCannot(left)) return left;
    if (isCannot(right)) return right;
    return `(${left} ${isNegated ? 'NOT LIKE' : 'LIKE'} ${right} ESCAPE '\\')`;
  };

function escapedLetter(escaped: string, letter: string): string {
  return /[%_\\]/.test(letter) ? escaped : letter;
}

/** Names of classes stand in braces. Classes of POSIX hold characters of all scripts here, and `&&` is an operator. */
const matches =
  (isNegated: boolean): SourceRendering =>
  ([text, pattern]) => {
    const read = regularPattern(pattern, 'Trino');
    if (isCannot(read)) return read;
    if (/&&|\[:/.test(read)) return cannot('the regular expression is not certain to mean the same in Trino');
    const written = read.replaceAll(/\\p([LN])/g, '\\p{$1}');
    return `(${isNegated ? 'NOT ' : ''}regexp_like(${text?.text}, ${quoted(written)}))`;
  };

/** Trino cuts off blanks of all kinds where no characters are named. */
const trimmed =
  (side: 'BOTH' | 'LEADING' | 'TRAILING'): SourceRendering =>
  ([text, cut]) => {
    const what = cut === undefined ? ' ' : cut.constant;
    if (!text || typeof what !== 'string') return cannot('what is cut off must be a constant');
    return what === '' ? text : `TRIM(${side} ${quoted(what)} FROM ${text.text})`;
  };

/** Texts of values, of which NULL is left out. @param isCast whether booleans are words, and no letters */
function shown(args: readonly Rendered[], isCast: boolean) {
  const texts: string[] = [];
  for (const arg of args) {
    const isLetter = arg.type.name === 'bool' && !isCast;
    const text = isLetter ? `CASE ${arg.text} WHEN TRUE THEN 't' WHEN FALSE THEN 'f' END` : shownInTrino(arg);
    if (text === undefined) return cannot('texts, whole numbers, times and booleans are joined in Trino');
    if (isCannot(text)) return text;
    texts.push(text);
  }
  return texts;
}

const concat: SourceRendering = (args) => {
  const texts = shown(args, false);
  return isCannot(texts) ? texts : limited(`array_join(ARRAY[${texts.join(', ')}], '')`);
};

const concatWith: SourceRendering = ([separator, ...others]) => {
  const texts = shown(others, false);
  return isCannot(texts) ? texts : limited(`array_join(ARRAY[${texts.join(', ')}], ${separator?.text})`);
};

/** `||` of a text with another value, which is shown as a cast shows it. */
const joined: SourceRendering = (args) => {
  const texts = shown(args, true);
  return isCannot(texts) ? texts : limited(`(${texts.join(' || ')})`);
};

/** Positions start at 1, and may stand before the text; a count says where the piece ends, not how long it is. */
const end = 'CAST($2 AS BIGINT) + $3';
const piece =
  `CASE WHEN $3 < 0 AND $1 IS NOT NULL AND $2 IS NOT NULL THEN ${failing('negative substring length not allowed')}
 WHEN ${end} <= 1 THEN substr($1, 1, 0) ELSE substr($1, greatest($2, 1), ${end} - greatest($2, 1)) END`.replaceAll(
    '\n',
    '',
  );
const left = 'substr($1, 1, CASE WHEN $2 < 0 THEN greatest(length($1) + $2, 0) ELSE $2 END)';
const right = 'substr($1, CASE WHEN $2 < 0 THEN 1 - CAST($2 AS BIGINT) ELSE greatest(length($1) - $2, 0) + 1 END)';

const padded =
  (name: 'lpad' | 'rpad'): SourceRendering =>
  ([text, length, fill]) => {
    const filler = fill === undefined ? ' ' : fill.constant;
    if (!text || !length || typeof filler !== 'string' || filler === '')
      return cannot('what is filled up with must be a constant');
    return filled(`${name}($1, greatest($2, 0), $3)`, [text, length, { text: quoted(filler), type: text.type }]);
  };

/** Trino has no piece behind the last one, where PostgreSQL has an empty one. */
const split: SourceRendering = ([text, delimiter, field]) => {
  const [mark, place] = [delimiter?.constant ?? '', Number(field?.constant ?? 'NaN')];
  if (!text || mark === '' || !Number.isInteger(place) || place < 1)
    return cannot('Trino splits by a constant, and counts from the beginning');
  const pieces = `split_part($1, ${quoted(mark)}, ${place})`;
  return once(`CASE WHEN $1 IS NOT NULL THEN COALESCE(${pieces}, '') END`, [text]);
};

/** Trino puts a text between all characters where nothing is replaced. */
const replaced = computed("CASE WHEN $2 = '' AND $3 IS NOT NULL THEN $1 ELSE replace($1, $2, $3) END");
const repeated = computed(
  "CASE WHEN $1 = '' THEN CASE WHEN $2 IS NOT NULL THEN $1 END ELSE rpad('', greatest($2, 0) * length($1), $1) END",
);

export const trinoTexts: readonly SourceRow[] = [
  ['~~', 'text, text', like(false)],
  ['!~~', 'text, text', like(true)],
  ['~~*', 'text, text', like(false, true)],
  ['!~~*', 'text, text', like(true, true)],
  ['like_escape', 'text, text', escapedFor('Trino')],
  ['~', 'text, text', matches(false)],
  ['!~', 'text, text', matches(true)],
  ['||', 'text, text', '$1 || $2'],
  ['||', ['anynonarray, text', 'text, anynonarray'], joined],
  ['lower lcase', 'text', ([text]) => inCase('lower', text)],
  ['upper ucase', 'text', ([text]) => inCase('upper', text)],
  ['length char_length character_length', 'text', 'CAST(length($1) AS INTEGER)'],
  ['octet_length', 'text', 'CAST(length(to_utf8($1)) AS INTEGER)'],
  ['substring substr', 'text, int4', 'substr($1, greatest($2, 1))'],
  ['substring substr', 'text, int4, int4', computed(piece)],
  ['left', 'text, int4', computed(left)],
  ['right', 'text, int4', computed(right)],
  ['btrim', ['text', 'text, text'], trimmed('BOTH')],
  ['ltrim', ['text', 'text, text'], trimmed('LEADING')],
  ['rtrim', ['text', 'text, text'], trimmed('TRAILING')],
  ['concat', '...any', concat],
  ['concat_ws', 'text, ...any', concatWith],
  ['replace', 'text, text, text', replaced],
  ['strpos position instr', 'text, text', 'CAST(strpos($1, $2) AS INTEGER)'],
  ['charindex locate', 'text, text', 'CAST(strpos($2, $1) AS INTEGER)'],
  ['reverse', 'text', 'reverse($1)'],
  ['repeat', 'text, int4', repeated],
  ['lpad', ['text, int4', 'text, int4, text'], padded('lpad')],
  ['rpad', ['text, int4', 'text, int4, text'], padded('rpad')],
  ['starts_with ^@', 'text, text', 'starts_with($1, $2)'],
  ['ends_with', 'text, text', 'starts_with(reverse($1), reverse($2))'],
  ['split_part', 'text, text, int4', split],
  ['translate', 'text, text, text', 'translate($1, $2, $3)'],
  ['ascii', 'text', computed("CASE WHEN $1 = '' THEN 0 ELSE codepoint(CAST(substr($1, 1, 1) AS VARCHAR(1))) END")],
  ['md5', 'text', 'lower(to_hex(md5(to_utf8($1))))'],
];
