import { elementOf } from '../../types/index.ts';
import { renderCast } from '../duckdb/cast.ts';
import { cannot, isCannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate } from '../duckdb/template.ts';
import type { DuckDbRendering } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';

const unready = { cannot: 'this function of arrays is not rendered' };
const hasNull = (array: string) => `len(list_filter(${array}, lambda _i: _i IS NULL)) > 0`;
const isPlain = 'CASE WHEN $2 <> 1 OR len($1) = 0 THEN NULL ELSE';

/** The pieces of a text; without a separator its characters. */
export const splitTexts =
  "CASE WHEN $1 = '' THEN [] WHEN $2 IS NULL THEN regexp_extract_all($1, '(?s).') WHEN $2 = '' THEN [$1] ELSE string_split($1, $2) END";

const item: DuckDbRendering = ([items, index], type) => ({
  text: fillTemplate('CASE WHEN $2 >= 1 THEN list_extract($1, $2) END', [items?.text ?? 'NULL', index?.text ?? 'NULL']),
  type,
  ...(items?.scale ? { scale: items.scale } : {}),
});

/** Items as PostgreSQL shows them; NULL is left out, or is the third argument. */
const joined: DuckDbRendering = ([items, separator, absent], type, session) => {
  if (!items || separator?.constant === undefined) return cannot('the separator of array_to_string must be a constant');
  if (separator.constant === null) return { text: 'CAST(NULL AS VARCHAR)', type, constant: null };
  const name = elementOf(items.type.name);
  const one: Rendered = { text: '_i', type: { name }, ...(items.scale ? { scale: items.scale } : {}) };
  const shown =
    name === 'bool'
      ? { text: "CASE WHEN _i THEN 't' WHEN NOT _i THEN 'f' END" }
      : name === 'text'
        ? one
        : renderCast(one, { name: 'text' }, session);
  if (isCannot(shown)) return shown;
  const texts = `list_transform(${items.text}, lambda _i: ${shown.text})`;
  const missing = absent
    ? `CASE WHEN $2 IS NULL THEN list_filter(${texts}, lambda _i: _i IS NOT NULL) ELSE list_transform(${texts}, lambda _i: coalesce(_i, $2)) END`
    : `list_filter(${texts}, lambda _i: _i IS NOT NULL)`;
  const text = fillTemplate(`CASE WHEN $1 IS NULL THEN NULL ELSE coalesce(array_to_string(${missing}, $1), '') END`, [
    separator.text,
    absent?.text ?? 'NULL',
  ]);
  return { text: `(CASE WHEN ${items.text} IS NULL THEN NULL ELSE ${text} END)`, type };
};

/** Arrays of one dimension, counted from 1: others are not made by what is rendered. */
const rows: readonly FunctionRow[] = [
  [
    'record_field',
    'record, text -> text',
    ([record, field], type) => ({ text: `struct_extract(${record?.text ?? 'NULL'}, ${field?.text ?? 'NULL'})`, type }),
  ],
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
  ['array_ndims', 'anyarray -> int4', 'CASE WHEN len($1) > 0 THEN 1 END'],
  ['array_item', 'anyarray, int4 -> anyelement', item],
  // `x = ANY (a)` and `x <> ALL (a)`.
  [
    'in_array',
    'anyelement, anyarray -> bool',
    `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN list_contains($2, $1) THEN true WHEN ${hasNull('$2')} THEN NULL ELSE false END`,
  ],
  [
    'not_in_array',
    'anyelement, anyarray -> bool',
    `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN list_contains($2, $1) THEN false WHEN ${hasNull('$2')} THEN NULL ELSE true END`,
  ],
  // Vectors count from 0.
  ['array_item', 'int2vector, int4 -> int2', 'CASE WHEN $2 >= 0 THEN list_extract($1, $2 + 1) END'],
  ['array_item', 'oidvector, int4 -> oid', 'CASE WHEN $2 >= 0 THEN list_extract($1, $2 + 1) END'],
  [
    'array_upper',
    ['int2vector, int4 -> int4', 'oidvector, int4 -> int4'],
    'CASE WHEN $2 <> 1 OR len($1) = 0 THEN NULL ELSE CAST(len($1) AS INTEGER) - 1 END',
  ],
  [
    'array_lower',
    ['int2vector, int4 -> int4', 'oidvector, int4 -> int4'],
    'CASE WHEN $2 <> 1 OR len($1) = 0 THEN NULL ELSE 0 END',
  ],
  ['array_to_string', 'anyarray, text -> text', joined, { volatility: 'stable' }],
  ['array_to_string', 'anyarray, text, text -> text', joined, { volatility: 'stable', isStrict: false }],
  ['string_to_array', 'text, text -> text[]', splitTexts, { isStrict: false }],
  [
    'string_to_array',
    'text, text, text -> text[]',
    `list_transform(${splitTexts}, lambda _i: nullif(_i, $3))`,
    { isStrict: false },
  ],
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
