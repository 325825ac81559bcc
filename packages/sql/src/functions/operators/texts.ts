import { renderCast } from '../duckdb/cast.ts';
import { cannot, isCannot } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import { readPattern } from '../duckdb/pattern.ts';
import type { DuckDbRendering } from '../entry.ts';
import { each, family, type FunctionRow } from '../family.ts';

const texts = ['text, text -> bool', 'name, text -> bool', 'bpchar, text -> bool'];

/**
 * Renders LIKE. A backslash escapes without an ESCAPE clause in PostgreSQL, and only with one in DuckDB. The last one
 * of a pattern is an error.
 */
function like(operator: string): string {
  return `CASE WHEN regexp_full_match($2, '(?s)([^\\\\]|\\\\.)*\\\\') THEN error('LIKE pattern must not end with escape character') ELSE $1 ${operator} $2 ESCAPE '\\' END`;
}

/** Regular expressions: the constant patterns that mean the same in both engines. */
function matches(isNegated: boolean, flags: string): DuckDbRendering {
  return ([value, pattern], type) => {
    if (!value || pattern?.constant === undefined || pattern.constant === null)
      return cannot('a regular expression must be a constant');
    const read = readPattern(pattern.constant);
    if ('refusal' in read) return cannot(read.refusal);
    const found = `regexp_matches(${value.text}, ${quoted(read.text)}, '${flags}s')`;
    return { text: isNegated ? `(NOT ${found})` : found, type };
  };
}

/** Renders a concatenation with a text; other values are written as a cast to text writes them. */
const joinedAsText: DuckDbRendering = (args, type, session) => {
  const texts = args.map((arg) => renderCast(arg, { name: 'text' }, session));
  const [one, other] = texts;
  if (one === undefined || other === undefined) return cannot('an operand is missing');
  if (isCannot(one)) return one;
  return isCannot(other) ? other : { text: `(${one.text} || ${other.text})`, type };
};

const noJson = { cannot: 'operators of json are not rendered' };

const rows: readonly FunctionRow[] = [
  ['||', 'text, text -> text', '$1 || $2'],
  ['||', ['anynonarray, text -> text', 'text, anynonarray -> text'], joinedAsText],
  [
    '||',
    'anycompatiblearray, anycompatiblearray -> anycompatiblearray',
    'CASE WHEN $1 IS NULL THEN $2 WHEN $2 IS NULL THEN $1 ELSE list_concat($1, $2) END',
    { isStrict: false },
  ],
  [
    '||',
    'anycompatiblearray, anycompatible -> anycompatiblearray',
    'list_append(coalesce($1, []), $2)',
    { isStrict: false },
  ],
  [
    '||',
    'anycompatible, anycompatiblearray -> anycompatiblearray',
    'list_prepend($1, coalesce($2, []))',
    { isStrict: false },
  ],
  ['||', ['bytea, bytea -> bytea'], '$1 || $2'],
  ['||', 'jsonb, jsonb -> jsonb', { cannot: 'jsonb is not joined' }],
  ['~~', texts, like('LIKE')],
  ['!~~', texts, like('NOT LIKE')],
  ['~~*', texts, like('ILIKE')],
  ['!~~*', texts, like('NOT ILIKE')],
  ['~~ !~~', 'bytea, bytea -> bool', { cannot: 'LIKE of bytea is not rendered' }],
  ['~', texts, matches(false, 'c')],
  ['!~', texts, matches(true, 'c')],
  ['~*', texts, matches(false, 'i')],
  ['!~*', texts, matches(true, 'i')],
  ['^@', 'text, text -> bool', 'starts_with($1, $2)'],
  ['->', each('json jsonb', '$, text -> $'), noJson],
  ['->', each('json jsonb', '$, int4 -> $'), noJson],
  ['->>', each('json jsonb', '$, text -> text'), noJson],
  ['->>', each('json jsonb', '$, int4 -> text'), noJson],
  ['-', ['jsonb, int4 -> jsonb', 'jsonb, text -> jsonb', 'jsonb, text[] -> jsonb'], noJson],
];

export const textOperators = family(rows);
