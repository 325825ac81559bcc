import { readExtent, readPattern } from '../duckdb/pattern.ts';
import { readSimilar } from '../duckdb/similar.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import type { DuckDbRendering } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';

const unready = { cannot: 'this function of regular expressions is not rendered' };

/** The pattern with its escape character turned into a backslash, one character at a time. */
const escaped = `CASE WHEN length($2) > 1 THEN error('invalid escape string') WHEN $2 = '\\' THEN $1 WHEN $2 = '' THEN replace($1, '\\', '\\\\') ELSE array_to_string(list_transform(regexp_extract_all(replace($1, '\\', '\\\\'), '(?s)' || CASE WHEN regexp_full_match($2, '[A-Za-z0-9]') THEN $2 ELSE '\\' || $2 END || '(?:\\\\\\\\|.)|\\\\\\\\|.'), lambda _p: CASE WHEN starts_with(_p, $2) AND length(_p) > 1 THEN CASE WHEN substring(_p, 2) = '\\\\' THEN '\\\\' ELSE '\\' || substring(_p, 2) END ELSE _p END), '') END`;

function constantOf(arg: Rendered | undefined): string | undefined {
  return arg?.constant ?? undefined;
}

const notConstant = 'pattern, replacement and flags of a regular expression must be constants';

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

const like: DuckDbRendering = ([value, pattern, flags], type) => {
  const [written, flag = ''] = [constantOf(pattern), flags && constantOf(flags)];
  if (!value || written === undefined || (flags && constantOf(flags) === undefined)) return cannot(notConstant);
  if (!/^i*$/.test(flag)) return cannot(`flags ${flag} of a regular expression are not rendered`);
  const read = readPattern(written);
  return 'refusal' in read
    ? cannot(read.refusal)
    : { text: `regexp_matches(${value.text}, ${quoted(read.text)}, 's${flag.slice(0, 1)}')`, type };
};

const similar: DuckDbRendering = ([pattern, escape], type) => {
  const [written, letter] = [constantOf(pattern), escape ? constantOf(escape) : '\\'];
  if (written === undefined || letter === undefined) return cannot(notConstant);
  const text = [...letter].length > 1 ? undefined : readSimilar(written, letter);
  return text === undefined ? cannot('invalid escape string') : { text: quoted(text), type, constant: text };
};

interface PatternMatch {
  readonly value: string;
  /** Quoted, as RE2 reads it. */
  readonly pattern: string;
  readonly options: string;
  readonly groups: number;
  /** Where the search begins, from 1. */
  readonly start: string;
}

/** Renders a function of the matches in a text. `third`: the meaning of its third argument. */
function ofMatches(third: 'start' | 'flags', make: (matched: PatternMatch) => string): DuckDbRendering {
  return ([value, pattern, more], type) => {
    const [written, given = ''] = [constantOf(pattern), more && constantOf(more)];
    if (pattern?.constant === null) return { text: 'NULL', type };
    if (!value || written === undefined || (more && constantOf(more) === undefined)) return cannot(notConstant);
    const read = readExtent(written);
    if ('refusal' in read) return cannot(read.refusal);
    const [start, flags] = third === 'start' && more ? [given, ''] : ['1', given];
    if (!/^[gi]*$/.test(flags)) return cannot(`flags ${flags} of a regular expression are not rendered`);
    if (start !== '1' && (!/^[1-9]\d*$/.test(start) || written.includes('^')))
      return cannot('a search from a place on takes a positive number, and a pattern without ^');
    const text = start === '1' ? value.text : `substring(${value.text}, ${start})`;
    const options = flags.includes('i') ? "'si'" : "'s'";
    return { text: make({ value: text, pattern: quoted(read.text), options, groups: read.groups, start }), type };
  };
}

const counted = ofMatches(
  'start',
  ({ value, pattern, options }) => `CAST(len(regexp_extract_all(${value}, ${pattern}, 0, ${options})) AS INTEGER)`,
);

/** The place of the first match is behind what stands before it. */
const placed = ofMatches(
  'start',
  ({ value, pattern, options, start }) =>
    `(CASE WHEN ${value} IS NULL THEN NULL WHEN regexp_matches(${value}, ${pattern}, ${options}) THEN CAST(length(regexp_split_to_array(${value}, ${pattern}, ${options})[1]) + ${start} AS INTEGER) ELSE 0 END)`,
);

/** The texts between the matches. */
export const splitByPattern = ofMatches(
  'flags',
  ({ value, pattern, options }) => `regexp_split_to_array(${value}, ${pattern}, ${options})`,
);

/** The groups of the first match, or the match where there are none. */
const firstMatch = ofMatches('flags', groupsOf);

function groupsOf({ value, pattern, options, groups }: PatternMatch): string {
  const numbers = groups === 0 ? [0] : Array.from({ length: groups }, (_, index) => index + 1);
  const parts = numbers.map((group) => `regexp_extract(${value}, ${pattern}, ${group}, ${options})`);
  return `(CASE WHEN regexp_matches(${value}, ${pattern}, ${options}) THEN [${parts.join(', ')}] END)`;
}

/** The first group of the first match, or the match where there is none. */
const substringBy = ofMatches('flags', (matched) => `${groupsOf(matched)}[1]`);

/** The first match. */
const extracted = ofMatches(
  'start',
  ({ value, pattern, options }) =>
    `(CASE WHEN regexp_matches(${value}, ${pattern}, ${options}) THEN regexp_extract(${value}, ${pattern}, 0, ${options}) END)`,
);

const rows: readonly FunctionRow[] = [
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
  ['regexp_match', ['text, text -> text[]', 'text, text, text -> text[]'], firstMatch],
  ['regexp_like', ['text, text -> bool', 'text, text, text -> bool'], like],
  ['regexp_count', ['text, text -> int4', 'text, text, int4 -> int4'], counted],
  ['regexp_count', 'text, text, int4, text -> int4', unready],
  ['regexp_instr', ['text, text -> int4', 'text, text, int4 -> int4'], placed],
  [
    'regexp_instr',
    [
      'text, text, int4, int4 -> int4',
      'text, text, int4, int4, int4 -> int4',
      'text, text, int4, int4, int4, text -> int4',
      'text, text, int4, int4, int4, text, int4 -> int4',
    ],
    unready,
  ],
  ['regexp_substr', ['text, text -> text', 'text, text, int4 -> text'], extracted],
  [
    'regexp_substr',
    [
      'text, text, int4, int4 -> text',
      'text, text, int4, int4, text -> text',
      'text, text, int4, int4, text, int4 -> text',
    ],
    unready,
  ],
  ['regexp_split_to_array', ['text, text -> text[]', 'text, text, text -> text[]'], splitByPattern],
  ['substring', 'text, text -> text', substringBy],
  ['substring', ['text, text, text -> text'], unready],
];

export const patternFunctions = family(rows);
