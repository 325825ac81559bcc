import { each, family, type Row } from '../family.ts';

/** Most rows that a function makes. */
const mostRows = 10_000_000;

const counted = (step: string) =>
  `CASE WHEN ${step} = 0 THEN error('step size cannot equal zero') WHEN (CAST($2 AS HUGEINT) - $1) // ${step} > ${mostRows} THEN error('generate_series makes at most ${mostRows} rows') ELSE generate_series(CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST(${step} AS BIGINT)) END`;

/** A span of time takes its months as 28 days here, which only makes the count larger. */
const length =
  "((datepart('year', $3) * 12 + datepart('month', $3)) * 2419200000000 + datepart('day', $3) * 86400000000 + datepart('hour', $3) * 3600000000 + datepart('minute', $3) * 60000000 + datepart('microsecond', $3))";
const timed = `CASE WHEN ${length} = 0 THEN error('step size cannot equal zero') WHEN (epoch_us($2) - epoch_us($1)) // ${length} > ${mostRows} THEN error('generate_series makes at most ${mostRows} rows') ELSE generate_series($1, $2, $3) END`;

/** Functions that return rows: their text is the list of the rows. */
const rows: readonly Row[] = [
  ['generate_series', 'int4, int4 -> int4', `CAST(${counted('1')} AS INTEGER[])`],
  ['generate_series', 'int4, int4, int4 -> int4', `CAST(${counted('$3')} AS INTEGER[])`],
  ['generate_series', 'int8, int8 -> int8', counted('1')],
  ['generate_series', 'int8, int8, int8 -> int8', counted('$3')],
  [
    'generate_series',
    ['numeric, numeric -> numeric', 'numeric, numeric, numeric -> numeric'],
    { cannot: 'generate_series of numeric is not rendered; use integers' },
  ],
  ['generate_series', 'timestamp, timestamp, interval -> timestamp', timed],
  [
    'generate_series',
    'timestamptz, timestamptz, interval -> timestamptz',
    { cannot: 'generate_series of timestamp with time zone is not rendered; cast to timestamp' },
    { volatility: 'stable' },
  ],
  [
    'generate_subscripts',
    'anyarray, int4 -> int4',
    'CASE WHEN $2 = 1 THEN CAST(generate_series(1, len($1)) AS INTEGER[]) ELSE [] END',
  ],
  ['generate_subscripts', 'anyarray, int4, bool -> int4', { cannot: 'reversed subscripts are not rendered' }],
  [
    'string_to_table',
    'text, text, text -> text',
    { cannot: 'string_to_table with a text for NULL is not rendered' },
    { isStrict: false },
  ],
  [
    'unnest',
    'anyarray -> anyelement',
    ([items], type) =>
      items
        ? { text: items.text, type, ...(items.scale ? { scale: items.scale } : {}) }
        : { cannot: 'an argument is missing' },
  ],
  [
    'string_to_table',
    each('text', 'text, $ -> text'),
    "CASE WHEN $1 = '' THEN [] WHEN $2 IS NULL THEN regexp_extract_all($1, '(?s).') WHEN $2 = '' THEN [$1] ELSE string_split($1, $2) END",
    { isStrict: false },
  ],
  [
    'regexp_split_to_table',
    ['text, text -> text', 'text, text, text -> text'],
    { cannot: 'regexp_split_to_table is not rendered' },
  ],
];

export const setFunctions = family(rows, { kind: 'set' });
