import { quotedZone } from '../duckdb/cast.ts';
import { fieldsOf } from '../duckdb/interval.ts';
import { alignBranches, rescaled, unscaled } from '../duckdb/numeric.ts';
import { cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate } from '../duckdb/template.ts';
import type { DuckDbRendering } from '../entry.ts';
import { family, type FunctionRow } from '../family.ts';
import { splitTexts } from './arrays.ts';
import { splitByPattern } from './patterns.ts';

/** Most rows that a function makes. */
const mostRows = 10_000_000;

const counted = (step: string) =>
  `CASE WHEN ${step} = 0 THEN error('step size cannot equal zero') WHEN (CAST($2 AS HUGEINT) - $1) // ${step} > ${mostRows} THEN error('generate_series makes at most ${mostRows} rows') ELSE generate_series(CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST(${step} AS BIGINT)) END`;

/** A span of time takes its months as 28 days here, which only makes the count larger. */
const length =
  "((datepart('year', $3) * 12 + datepart('month', $3)) * 2419200000000 + datepart('day', $3) * 86400000000 + datepart('hour', $3) * 3600000000 + datepart('minute', $3) * 60000000 + datepart('microsecond', $3))";
const timed = `CASE WHEN ${length} = 0 THEN error('step size cannot equal zero') WHEN (epoch_us($2) - epoch_us($1)) // ${length} > ${mostRows} THEN error('generate_series makes at most ${mostRows} rows') ELSE generate_series($1, $2, $3) END`;

/** Whole numbers of the smallest decimal. */
const decimals: DuckDbRendering = (args) => {
  const one: Rendered = {
    text: "CAST('1' AS DECIMAL(38,0))",
    type: { name: 'numeric' },
    scale: { held: 0, isShown: true },
  };
  const { texts, scale } = alignBranches(args.length > 2 ? args : [...args, one]);
  const digits = texts.map((text) => `CAST(${unscaled({ text, type: { name: 'numeric' }, scale })} AS BIGINT)`);
  const values = fillTemplate(counted('$3'), digits);
  const text = `list_transform(${values}, lambda _i: ${rescaled('_i', scale.held)})`;
  return { text, type: { name: 'numeric' }, scale: { held: scale.held, isShown: false } };
};

/** Days and months are those of the session's zone, hours those of the time line. */
const moments: DuckDbRendering = ([from, to, step], type, session) => {
  if (!from || !to || !step) return cannot('an argument is missing');
  const { months, days, time } = fieldsOf('$3');
  const zone = quotedZone(session);
  const series = (inZone: string) =>
    `list_transform(${timed.replaceAll('$1', `timezone(${inZone}, $1)`).replaceAll('$2', `timezone(${inZone}, $2)`)}, lambda _t: timezone(${inZone}, _t))`;
  const mixed = `error('a step of days and hours is not rendered')`;
  const text = `CASE WHEN ${months} = 0 AND ${days} = 0 THEN ${series("'UTC'")} WHEN ${time} = 0 THEN ${series(zone)} ELSE ${mixed} END`;
  return { text: fillTemplate(text, [from.text, to.text, step.text]), type };
};

/** Functions that return rows: their text is the list of the rows. */
const rows: readonly FunctionRow[] = [
  ['generate_series', 'int4, int4 -> int4', `CAST(${counted('1')} AS INTEGER[])`],
  ['generate_series', 'int4, int4, int4 -> int4', `CAST(${counted('$3')} AS INTEGER[])`],
  ['generate_series', 'int8, int8 -> int8', counted('1')],
  ['generate_series', 'int8, int8, int8 -> int8', counted('$3')],
  ['generate_series', ['numeric, numeric -> numeric', 'numeric, numeric, numeric -> numeric'], decimals],
  ['generate_series', 'timestamp, timestamp, interval -> timestamp', timed],
  ['generate_series', 'timestamptz, timestamptz, interval -> timestamptz', moments, { volatility: 'stable' }],
  [
    'generate_subscripts',
    ['int2vector, int4 -> int4', 'oidvector, int4 -> int4'],
    'CASE WHEN $2 = 1 THEN CAST(generate_series(0, len($1) - 1) AS INTEGER[]) ELSE [] END',
  ],
  [
    'generate_subscripts',
    'anyarray, int4 -> int4',
    'CASE WHEN $2 = 1 THEN CAST(generate_series(1, len($1)) AS INTEGER[]) ELSE [] END',
  ],
  [
    'generate_subscripts',
    'anyarray, int4, bool -> int4',
    'CASE WHEN $2 <> 1 THEN [] WHEN $3 THEN CAST(list_reverse(generate_series(1, len($1))) AS INTEGER[]) ELSE CAST(generate_series(1, len($1)) AS INTEGER[]) END',
  ],
  [
    'string_to_table',
    'text, text, text -> text',
    `list_transform(${splitTexts}, lambda _i: nullif(_i, $3))`,
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
  ['_pg_expandarray', 'anyarray -> record', "list_transform($1, lambda _i, _n: {'x': _i, 'n': CAST(_n AS INTEGER)})"],
  // Rights are not lists: every row of an object that is shown may be read.
  [
    'aclexplode',
    'aclitem[] -> record',
    'CAST([] AS STRUCT(grantor BIGINT, grantee BIGINT, privilege_type VARCHAR, is_grantable BOOLEAN)[])',
    { volatility: 'stable' },
  ],
  // Tables of the model have no partitions, and connections listen to nothing.
  ['pg_partition_ancestors', 'regclass -> regclass', 'CAST([] AS BIGINT[])', { volatility: 'volatile' }],
  ['pg_listening_channels', ' -> text', 'CAST([] AS VARCHAR[])', { volatility: 'stable' }],
  ['string_to_table', 'text, text -> text', splitTexts, { isStrict: false }],
  ['regexp_split_to_table', ['text, text -> text', 'text, text, text -> text'], splitByPattern],
];

export const setFunctions = family(rows, { kind: 'set' });
