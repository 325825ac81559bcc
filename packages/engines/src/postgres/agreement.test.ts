import { expect, it } from 'vitest';
import { openForTest } from '../duckdb/engine-for-test.ts';
import { rowsOf } from '../rows-for-test.ts';
import { useDatabase } from './postgres-for-test.ts';

const database = useDatabase();

/** DuckDB's expression, and PostgreSQL's where it is written otherwise. */
const same: readonly (readonly [string, string?])[] = [
  ['NULL'],
  ['true'],
  ['9223372036854775807'],
  ['CAST(-0.05 AS DECIMAL(4, 2))'],
  ['CAST(99999999999999999999999999999999999999 AS DECIMAL(38, 0))'],
  ["CAST('-0' AS DOUBLE)", "CAST('-0' AS double precision)"],
  ['CAST(1e308 AS DOUBLE)', 'CAST(1e308 AS double precision)'],
  ['CAST(5e-324 AS DOUBLE)', 'CAST(5e-324 AS double precision)'],
  ['CAST(0.1 AS DOUBLE) + CAST(0.2 AS DOUBLE)', 'CAST(0.1 AS double precision) + CAST(0.2 AS double precision)'],
  ["CAST('NaN' AS DOUBLE)", "CAST('NaN' AS double precision)"],
  ['CAST(1e20 AS FLOAT)', 'CAST(1e20 AS real)'],
  ['CAST(0.1 AS FLOAT)', 'CAST(0.1 AS real)'],
  ["DATE '1900-02-28'"],
  ["DATE '2024-12-31'"],
  ["TIMESTAMP '1969-12-31 23:59:59.9999'"],
  ["TIMESTAMPTZ '2024-03-31 02:30:00+02'"],
  ["TIMESTAMP 'infinity'"],
  ["TIME '12:34:56.5'"],
  ["TIME '24:00:00'"],
  ["CAST('7F3C0C1E-0000-4000-8000-000000000001' AS UUID)"],
  [`CAST('{"a":  [1]}' AS JSON)`],
  ["CAST('\\x41\\xFF\\x00\\x27 z' AS BLOB)", "CAST('\\x41ff0027207a' AS bytea)"],
  ["CAST('a\\x5Cb' AS BLOB)", "CAST('\\x615c62' AS bytea)"],
  ["INTERVAL '1 year 2 months 3 days 04:05:06.5'"],
  ["INTERVAL '-1 month -3 days -04:05:06'"],
  ["INTERVAL '-0.5 seconds'"],
  ["INTERVAL '100 hours'"],
  ["INTERVAL '0 days'"],
  [
    "['a', NULL, 'b\"c', '', 'NULL', '{x,y}', 'back\\slash']",
    "ARRAY['a', NULL, 'b\"c', '', 'NULL', '{x,y}', 'back\\slash']",
  ],
  ['[1, NULL, 3]', 'ARRAY[1, NULL, 3]'],
  ['[[1, 2], [3, 4]]', 'ARRAY[[1, 2], [3, 4]]'],
  ['CAST([] AS INTEGER[])', 'CAST(ARRAY[] AS integer[])'],
  ['[9007199254740993]', 'ARRAY[9007199254740993]'],
  ['[CAST(1.50 AS DECIMAL(4, 2))]', 'ARRAY[CAST(1.50 AS numeric(4, 2))]'],
  ["[CAST(1.5 AS DOUBLE), CAST('NaN' AS DOUBLE)]", "CAST(ARRAY[1.5, 'NaN'] AS double precision[])"],
  ['[true, false]', 'ARRAY[true, false]'],
  ["[DATE '2024-01-01']", "ARRAY[DATE '2024-01-01']"],
  ["[TIMESTAMP '2024-01-01 10:00:00.25']", "ARRAY[TIMESTAMP '2024-01-01 10:00:00.25']"],
  ["[INTERVAL '1 day']", "ARRAY[INTERVAL '1 day']"],
  ["'漢字 🙂 Ünïcode'"],
];

it.each(same)('reads %s as DuckDB does', async (duckdb, postgres = duckdb) => {
  const [ours, theirs] = [await database.open(), await openForTest()];
  expect(await rowsOf(ours, `SELECT ${postgres}`)).toEqual(await rowsOf(theirs, `SELECT ${duckdb}`));
});
