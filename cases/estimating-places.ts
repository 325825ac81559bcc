import type { Dialect } from '@orrery/semantic';
import { requireDialect } from './compile-case.ts';
import { FixtureDatabase } from './fixture-database.ts';
import { clickhouse } from './live/clickhouse.ts';
import type { OpenDatabase } from './live/live-database.ts';
import { trino } from './live/trino.ts';

/** An engine that estimates how many values are different, and how tests say it in its SQL. */
export interface EstimatingPlace {
  readonly name: string;
  readonly dialect: Dialect;
  readonly isMissing?: boolean;
  open(): Promise<OpenDatabase>;
  /** Numbers from 0 on as `n`, and as `part` the group that each is in. */
  numbers(counted: { readonly values: number; readonly groups: number }): string;
  /** Values, each another one for another `n`, with their names. */
  readonly kinds: readonly (readonly [name: string, value: string])[];
  /** One of a hundred values where `n` is even, else NULL. */
  readonly halved: string;
  /** Types in which whole numbers have one text. */
  readonly types: readonly string[];
  /** Moments from 1 o'clock of New York on, a second for every two of `n`; in two zones where a column can have them. */
  readonly repeatedHour: string;
  /** The bit of the level of a pair. */
  bitOf(pair: string): string;
  readonly bitOr: string;
  readonly bitCount: string;
}

/** The moment at which it is 1 o'clock in New York for the first time, where an hour is repeated. */
const firstOne = Date.UTC(2024, 10, 3, 5) / 1000;

export const estimatingPlaces: readonly EstimatingPlace[] = [
  {
    name: 'DuckDB',
    dialect: requireDialect('duckdb'),
    open: () => FixtureDatabase.open(),
    numbers: ({ values, groups }) => `SELECT range AS n, range // ${values} AS part FROM range(${values * groups})`,
    kinds: [
      ['whole numbers', '{CUBE}.n'],
      ['numbers below zero', '-{CUBE}.n'],
      ['multiples of a power of two', '{CUBE}.n * 65536'],
      ['decimals', 'CAST({CUBE}.n AS DECIMAL(18, 2)) / 100'],
      ['doubles', 'sqrt({CUBE}.n)'],
      ['times', "TIMESTAMP '2024-01-01' + to_seconds({CUBE}.n)"],
      ['short texts', "'k' || {CUBE}.n"],
      ['long texts that begin alike', "repeat('x', 40) || {CUBE}.n"],
    ],
    halved: 'CASE WHEN {CUBE}.n % 2 = 0 THEN {CUBE}.n // 2 % 100 END',
    types: ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'DECIMAL(18, 0)', 'VARCHAR'],
    repeatedHour: `make_timestamptz((${firstOne} + {CUBE}.n // 2) * 1000000)`,
    bitOf: (pair) => `(${pair} >> 12) + 1`,
    bitOr: 'bit_or',
    bitCount: 'bit_count(bits)',
  },
  {
    ...clickhouse,
    numbers: ({ values, groups }) =>
      `SELECT toInt64(number) AS n, intDiv(number, ${values}) AS part FROM numbers(${values * groups})`,
    kinds: [
      ['whole numbers', '{CUBE}.n'],
      ['numbers below zero', '-{CUBE}.n'],
      ['multiples of a power of two', '{CUBE}.n * 65536'],
      ['decimals', 'toDecimal64({CUBE}.n, 2) / 100'],
      ['doubles', 'sqrt({CUBE}.n)'],
      ['times', "addSeconds(toDateTime64('2024-01-01 00:00:00', 6, 'UTC'), {CUBE}.n)"],
      ['short texts', "concat('k', toString({CUBE}.n))"],
      ['long texts that begin alike', "concat(repeat('x', 40), toString({CUBE}.n))"],
    ],
    halved: 'CASE WHEN {CUBE}.n % 2 = 0 THEN intDiv({CUBE}.n, 2) % 100 END',
    types: ['Int16', 'Int32', 'Int64', 'Int256', 'Nullable(Int64)', 'Decimal(18, 2)', 'Float64', 'String'],
    repeatedHour: `toDateTime(${firstOne} + intDiv({CUBE}.n, 2), 'America/New_York')`,
    bitOf: (pair) => `bitShiftLeft(toUInt64(1), 1075 - bitShiftRight(${pair}, 12))`,
    bitOr: 'groupBitOr',
    bitCount: 'bitCount(bits)',
  },
  {
    ...trino,
    numbers: ({ values, groups }) =>
      `SELECT n, n / ${values} AS part FROM (SELECT high * 1000 + low AS n FROM ${sequence('high', (values * groups) / 1000)} CROSS JOIN ${sequence('low', 1000)}) AS t WHERE n < ${values * groups}`,
    kinds: [
      ['whole numbers', '{CUBE}.n'],
      ['numbers below zero', '-{CUBE}.n'],
      ['multiples of a power of two', '{CUBE}.n * 65536'],
      ['decimals', 'CAST({CUBE}.n AS DECIMAL(18, 2)) / 100'],
      ['doubles', 'sqrt({CUBE}.n)'],
      ['times', "date_add('second', {CUBE}.n, TIMESTAMP '2024-01-01 00:00:00')"],
      ['short texts', "'k' || CAST({CUBE}.n AS VARCHAR)"],
      ['long texts that begin alike', "lpad(CAST({CUBE}.n AS VARCHAR), 47, 'x')"],
    ],
    halved: 'CASE WHEN {CUBE}.n % 2 = 0 THEN {CUBE}.n / 2 % 100 END',
    types: ['SMALLINT', 'INTEGER', 'BIGINT', 'DECIMAL(18, 0)', 'DECIMAL(38, 0)', 'VARCHAR'],
    repeatedHour: `from_unixtime(${firstOne} + {CUBE}.n / 2, IF({CUBE}.n % 2 = 0, 'America/New_York', 'UTC'))`,
    bitOf: (pair) => `bitwise_left_shift(BIGINT '1', CAST(1075 - bitwise_right_shift(${pair}, 12) AS INTEGER))`,
    bitOr: 'bitwise_or_agg',
    bitCount: 'bit_count(bits, 64)',
  },
];

/** A relation of Trino with the numbers from 0 on, of which it makes ten thousand at once. */
function sequence(name: string, count: number): string {
  return `UNNEST(sequence(0, ${Math.max(1, Math.ceil(count)) - 1})) AS ${name} (${name})`;
}
