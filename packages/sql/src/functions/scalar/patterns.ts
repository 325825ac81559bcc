import { readExtent, readPattern } from '../duckdb/pattern.ts';
import { readSimilar } from '../duckdb/similar.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import type { DuckDbRendering } from '../entry.ts';
import { family, type Row } from '../family.ts';

const unready = { cannot: 'this function of regular expressions is not rendered' };

/** The pattern with its escape character turned into a backslash, one character at a time. */
const escaped = `CASE WHEN length($2) > 1 THEN error('invalid escape string') WHEN $2 = '\\' THEN $1 WHEN $2 = '' THEN replace($1, '\\', '\\\\') ELSE array_to_string(list_transform(regexp_extract_all(replace($1, '\\', '\\\\'), '(?s)' || CASE WHEN regexp_full_match($2, '[A-Za-z0-9]') THEN $2 ELSE '\\' || $2 END || '(?:\\\\\\\\|.)|\\\\\\\\|.'), lambda _p: CASE WHEN starts_with(_p, $2) AND length(_p) > 1 THEN CASE WHEN substring(_p, 2) = '\\\\' THEN '\\\\' ELSE '\\' || substring(_p, 2) END ELSE _p END), '') END`;

function constantOf(arg: Rendered | undefined): string | undefined {
  return arg?.constant ?? undefined;
}

const notConstant = 'pattern, replacement and flags of a regular expression must be constants';

/** The first match, or its first group. */
function extracted(takesGroup: boolean): DuckDbRendering {
  return ([value, pattern], type) => {
    const written = constantOf(pattern);
    if (!value || written === undefined) return cannot(notConstant);
    const read = readExtent(written);
    if ('refusal' in read) return cannot(read.refusal);
    if (takesGroup && read.groups > 1) return cannot('substring takes a pattern with one group at most');
    const options = `${quoted(read.text)}, ${takesGroup ? read.groups : 0}, 's'`;
    const found = `regexp_matches(${value.text}, ${quoted(read.text)}, 's')`;
    return { text: `(CASE WHEN ${found} THEN regexp_extract(${value.text}, ${options}) END)`, type };
  };
}

const replaced: DuckDbRendering = ([value, pattern, replacement, flags], type) => {
  const [written, put, flag = ''] = [constantOf(pattern), constantOf(replacement), flags && constantOf(flags)];
  if (!value || written === undefined || put === undefined || (flags && constantOf(flags) === undefined))
    return cannot(notConstant);
  const read = readExtent(written);
  if ('refusal' in read) return cannot(read.refusal);
  if (!/^[gi]*$/.test(flag)) return cannot(`flags ${flag} of a regular expression are not rendered`);
  // A group by its number means the same; \\& and others do not.
  const groups = [...put.matchAll(/\\(.?)/g)].map(([, name = '']) => name);
  if (!groups.every((name) => /[1-9]/.test(name) && Number(name) <= read.groups))
    return cannot(`the replacement ${put} is not rendered`);
  return { text: `regexp_replace(${value.text}, ${quoted(read.text)}, ${quoted(put)}, 's${flag}')`, type };
};

const like: DuckDbRendering = ([value, pattern], type) => {
  const written = constantOf(pattern);
  if (!value || written === undefined) return cannot(notConstant);
  const read = readPattern(written);
  return 'refusal' in read
    ? cannot(read.refusal)
    : { text: `regexp_matches(${value.text}, ${quoted(read.text)}, 's')`, type };
};

const similar: DuckDbRendering = ([pattern, escape], type) => {
  const [written, letter] = [constantOf(pattern), escape ? constantOf(escape) : '\\'];
  if (written === undefined || letter === undefined) return cannot(notConstant);
  const text = [...letter].length > 1 ? undefined : readSimilar(written, letter);
  return text === undefined ? cannot('invalid escape string') : { text: quoted(text), type, constant: text };
};

/** The groups of the first match, or the match where there are none. */
const firstMatch: DuckDbRendering = ([value, pattern], type) => {
  const written = constantOf(pattern);
  if (!value || written === undefined) return cannot(notConstant);
  const read = readExtent(written);
  if ('refusal' in read) return cannot(read.refusal);
  const groups = read.groups === 0 ? [0] : Array.from({ length: read.groups }, (_, index) => index + 1);
  const parts = groups.map((group) => `regexp_extract(${value.text}, ${quoted(read.text)}, ${group}, 's')`);
  const found = `regexp_matches(${value.text}, ${quoted(read.text)}, 's')`;
  return { text: `(CASE WHEN ${found} THEN [${parts.join(', ')}] END)`, type };
};

const rows: readonly Row[] = [
  ['like_escape', 'text, text -> text', escaped],
  ['like_escape', 'bytea, bytea -> bytea', unready],
  ['similar_to_escape', ['text, text -> text', 'text -> text'], similar],
  ['regexp_replace', 'text, text, text -> text', replaced],
  ['regexp_replace', 'text, text, text, text -> text', replaced],
  [
    'regexp_replace',
    [
      'text, text, text, int4, int4, text -> text',
      'text, text, text, int4, int4 -> text',
      'text, text, text, int4 -> text',
    ],
    unready,
  ],
  ['regexp_match', 'text, text -> text[]', firstMatch],
  ['regexp_match', 'text, text, text -> text[]', unready],
  ['regexp_like', 'text, text -> bool', like],
  ['regexp_like', ['text, text, text -> bool'], unready],
  ['regexp_count', ['text, text -> int4', 'text, text, int4 -> int4', 'text, text, int4, text -> int4'], unready],
  [
    'regexp_instr',
    [
      'text, text -> int4',
      'text, text, int4 -> int4',
      'text, text, int4, int4 -> int4',
      'text, text, int4, int4, int4 -> int4',
      'text, text, int4, int4, int4, text -> int4',
      'text, text, int4, int4, int4, text, int4 -> int4',
    ],
    unready,
  ],
  ['regexp_substr', 'text, text -> text', extracted(false)],
  [
    'regexp_substr',
    [
      'text, text, int4 -> text',
      'text, text, int4, int4 -> text',
      'text, text, int4, int4, text -> text',
      'text, text, int4, int4, text, int4 -> text',
    ],
    unready,
  ],
  ['regexp_split_to_array', ['text, text -> text[]', 'text, text, text -> text[]'], unready],
  ['substring', 'text, text -> text', extracted(true)],
  ['substring', ['text, text, text -> text'], unready],
];

export const patternFunctions = family(rows);
