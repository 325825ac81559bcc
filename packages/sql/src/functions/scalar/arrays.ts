import { family, type Row } from '../family.ts';

const unready = { cannot: 'this function of arrays is not rendered' };
const isPlain = 'CASE WHEN $2 <> 1 OR len($1) = 0 THEN NULL ELSE';

/** Arrays of one dimension, counted from 1: others are not made by what is rendered. */
const rows: readonly Row[] = [
  ['array_length', 'anyarray, int4 -> int4', `${isPlain} CAST(len($1) AS INTEGER) END`],
  ['array_upper', 'anyarray, int4 -> int4', `${isPlain} CAST(len($1) AS INTEGER) END`],
  ['array_lower', 'anyarray, int4 -> int4', `${isPlain} 1 END`],
  [
    'array_upper',
    'anyarray -> int4',
    'CASE WHEN len($1) = 0 THEN NULL ELSE CAST(len($1) AS INTEGER) END',
    { origin: 'redshift' },
  ],
  ['array_lower', 'anyarray -> int4', 'CASE WHEN len($1) = 0 THEN NULL ELSE 1 END', { origin: 'redshift' }],
  ['cardinality', 'anyarray -> int4', 'CAST(len($1) AS INTEGER)'],
  ['array_ndims', 'anyarray -> int4', unready],
  [
    'array_to_string',
    'anyarray, text -> text',
    ([items, ...others], type) =>
      items?.type.name === 'text[]' && others.length === 1
        ? { text: `array_to_string(${items.text}, ${others[0]?.text})`, type }
        : { cannot: 'array_to_string is rendered for texts only' },
    { volatility: 'stable' },
  ],
  ['array_to_string', 'anyarray, text, text -> text', unready, { volatility: 'stable', isStrict: false }],
  [
    'string_to_array',
    'text, text -> text[]',
    "CASE WHEN $1 = '' THEN [] WHEN $2 IS NULL THEN regexp_extract_all($1, '(?s).') WHEN $2 = '' THEN [$1] ELSE string_split($1, $2) END",
    { isStrict: false },
  ],
  ['string_to_array', 'text, text, text -> text[]', unready, { isStrict: false }],
  [
    'array_position',
    'anycompatiblearray, anycompatible -> int4',
    'CAST(list_position($1, $2) AS INTEGER)',
    { isStrict: false },
  ],
  ['array_position', 'anycompatiblearray, anycompatible, int4 -> int4', unready, { isStrict: false }],
  [
    'array_append',
    'anycompatiblearray, anycompatible -> anycompatiblearray',
    'list_append(coalesce($1, []), $2)',
    { isStrict: false },
  ],
  [
    'array_prepend',
    'anycompatible, anycompatiblearray -> anycompatiblearray',
    'list_prepend($1, coalesce($2, []))',
    { isStrict: false },
  ],
  [
    'array_cat',
    'anycompatiblearray, anycompatiblearray -> anycompatiblearray',
    'CASE WHEN $1 IS NULL THEN $2 WHEN $2 IS NULL THEN $1 ELSE list_concat($1, $2) END',
    { isStrict: false },
  ],
  [
    'array_remove',
    'anycompatiblearray, anycompatible -> anycompatiblearray',
    'list_filter($1, lambda _i: _i IS DISTINCT FROM $2)',
    { isStrict: false },
  ],
  [
    'array_replace',
    'anycompatiblearray, anycompatible, anycompatible -> anycompatiblearray',
    unready,
    { isStrict: false },
  ],
];

export const arrayFunctions = family(rows);
