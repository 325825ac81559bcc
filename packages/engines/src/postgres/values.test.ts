import { expect, it } from 'vitest';
import { rowsOf } from '../rows-for-test.ts';
import { useDatabase } from './postgres-for-test.ts';

const database = useDatabase("CREATE TYPE mood AS ENUM ('glad', 'sad'); CREATE TYPE pair AS (a integer, b text)");

it('keeps every digit of numbers', async () => {
  const engine = await database.open();
  const [row] = await rowsOf(
    engine,
    `SELECT 9007199254740993, -9223372036854775808, 170141183460469231731687303715884105727,
      12345678901234567890123456.0123456789::numeric(38, 10), -0.05::numeric(4, 2), 0::numeric(9, 3), 7::smallint, 42::oid, 'NaN'::numeric`,
  );
  expect(row).toEqual([
    '9007199254740993',
    '-9223372036854775808',
    '170141183460469231731687303715884105727',
    '12345678901234567890123456.0123456789',
    '-0.05',
    '0.000',
    '7',
    '42',
    null,
  ]);
});

it('writes doubles with their shortest digits and without exponent', async () => {
  const engine = await database.open();
  const [row] = await rowsOf(
    engine,
    `SELECT 0.1::float8, 1e21::float8, 1.5e-7::float8, -2.5e22::float8, 0.1::float4, 16777216::float4, 'NaN'::float8, '-Infinity'::float8, '-0'::float8, 1e-10::float4, 123456.75::float8, 1e15::float8`,
  );
  expect(row).toEqual([
    '0.1',
    '1000000000000000000000',
    '0.00000015',
    '-25000000000000000000000',
    '0.1',
    '16777216',
    null,
    null,
    '0',
    '0.0000000001',
    '123456.75',
    '1000000000000000',
  ]);
});

it('writes dates and timestamps to the millisecond, in UTC', async () => {
  const engine = await database.open();
  const [row] = await rowsOf(
    engine,
    `SELECT date '2024-02-29', timestamp '1969-12-31 23:59:59.999999', timestamp '2024-01-01 00:00:01', timestamp '2024-01-01 00:00:00.007',
      timestamptz '2024-06-30 22:00:00-04', timestamptz '2024-06-30 22:00:00.5-04', date '0001-01-01', timestamp 'infinity', date '-infinity',
      timestamp '12024-01-01 00:00:00.25', date '0044-03-15 BC', timestamptz '0044-03-15 10:00+00 BC', timestamp '12024-12-31 10:00', date '12024-01-01'`,
  );
  expect(row).toEqual([
    '2024-02-29T00:00:00.000',
    '1969-12-31T23:59:59.999',
    '2024-01-01T00:00:01.000',
    '2024-01-01T00:00:00.007',
    '2024-07-01T02:00:00.000',
    '2024-07-01T02:00:00.500',
    '0001-01-01T00:00:00.000',
    null,
    null,
    '+012024-01-01T00:00:00.250',
    '-000043-03-15T00:00:00.000',
    '-000043-03-15T10:00:00.000',
    '+012024-12-31T10:00:00.000',
    '+012024-01-01T00:00:00.000',
  ]);
});

it('gives everything else as text', async () => {
  const [row] = await rowsOf(
    await database.open(),
    `SELECT 'Zürich', '漢字 🙂', '', 'sad'::mood, '7f3c0c1e-0000-4000-8000-000000000001'::uuid, time '12:34:56.5',
      '{"a": [1]}'::json, '{"a":[1]}'::jsonb, true, false, NULL, inet '10.0.0.1', ROW(1, 'x')::pair, 'x'::char(3), B'101'`,
  );
  expect(row).toEqual([
    'Zürich',
    '漢字 🙂',
    '',
    'sad',
    '7f3c0c1e-0000-4000-8000-000000000001',
    '12:34:56.5',
    '{"a": [1]}',
    '{"a": [1]}',
    true,
    false,
    null,
    '10.0.0.1',
    '(1,x)',
    'x  ',
    '101',
  ]);
});
