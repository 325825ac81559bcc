import { family, type Row } from '../family.ts';

const unready = { cannot: 'this function of regular expressions is not rendered' };

/** The pattern with its escape character turned into a backslash, one character at a time. */
const escaped = `CASE WHEN length($2) > 1 THEN error('invalid escape string') WHEN $2 = '\\' THEN $1 WHEN $2 = '' THEN replace($1, '\\', '\\\\') ELSE array_to_string(list_transform(regexp_extract_all(replace($1, '\\', '\\\\'), '(?s)' || CASE WHEN regexp_full_match($2, '[A-Za-z0-9]') THEN $2 ELSE '\\' || $2 END || '(?:\\\\\\\\|.)|\\\\\\\\|.'), lambda _p: CASE WHEN starts_with(_p, $2) AND length(_p) > 1 THEN CASE WHEN substring(_p, 2) = '\\\\' THEN '\\\\' ELSE '\\' || substring(_p, 2) END ELSE _p END), '') END`;

const rows: readonly Row[] = [
  ['like_escape', 'text, text -> text', escaped],
  ['like_escape', 'bytea, bytea -> bytea', unready],
  ['similar_to_escape', ['text, text -> text', 'text -> text'], unready],
  [
    'regexp_replace',
    [
      'text, text, text -> text',
      'text, text, text, text -> text',
      'text, text, text, int4, int4, text -> text',
      'text, text, text, int4, int4 -> text',
      'text, text, text, int4 -> text',
    ],
    unready,
  ],
  ['regexp_match', ['text, text -> text[]', 'text, text, text -> text[]'], unready],
  ['regexp_like', ['text, text -> bool', 'text, text, text -> bool'], unready],
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
  [
    'regexp_substr',
    [
      'text, text -> text',
      'text, text, int4 -> text',
      'text, text, int4, int4 -> text',
      'text, text, int4, int4, text -> text',
      'text, text, int4, int4, text, int4 -> text',
    ],
    unready,
  ],
  ['regexp_split_to_array', ['text, text -> text[]', 'text, text, text -> text[]'], unready],
  ['substring', ['text, text -> text', 'text, text, text -> text'], unready],
];

export const patternFunctions = family(rows);
