import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../servers/postgres.ts';
import { openSampleServer, type SampleServer } from './sample-server.ts';

let server: SampleServer;
let database: TestDatabase;
let postgres: pg.Client;
beforeAll(async () => {
  server = await openSampleServer();
  database = await postgresDatabase();
  postgres = new pg.Client({ connectionString: database.url });
  await postgres.connect();
});
afterAll(async () => {
  await postgres?.end();
  await database?.drop();
  await server?.[Symbol.asyncDispose]();
});

async function codeOf(client: pg.Client, text: string, values?: readonly unknown[]): Promise<string> {
  return client.query({ text, ...(values ? { values: [...values] } : {}) }).then(
    () => 'none',
    ({ code }: { readonly code?: string }) => code ?? 'no code',
  );
}

const texts = (expressions: readonly string[]) => expressions.map((one): [string] => [`SELECT ${one}`]);

it.each<[text: string, values?: readonly unknown[]]>([
  ...texts(['1 / 0', '1 % 0', '1.5 / 0', '1::float8 / 0', 'mod(1, 0)']),
  ...texts(["'a'::int", "'a'::int2", "''::int8", "'x'::numeric", "'x'::float8", "'maybe'::bool", "'x'::uuid"]),
  ...texts(["'99999999999'::int", "'40000'::int2", "'9999999999999999999'::int8", "'1e400'::float8", "'x'::oid"]),
  ...texts(["'2024-02-30'::date", "DATE '2024-13-01'", "TIMESTAMP '2024-01-01 25:00:00'", "'25:00'::time"]),
  ...texts(["TIMESTAMPTZ '2024-02-30 00:00:00+00'", "'x'::date", "'x'::time", "'x'::timestamptz", "'x'::interval"]),
  ...texts(["'{1,x}'::int[]", "'1,2'::int[]", "'{99999999999}'::int[]", "'{2024-02-30}'::date[]"]),
  ...texts(['2147483647 + 1', '9223372036854775807 + 1', '3000000000::int', '70000::int2', '1e300::float8 * 1e300']),
  ...texts(["'a b'::text::int", "'99999999999'::text::int", "'2024-02-30'::text::date"]),
  ...texts([
    'sqrt(-1)',
    'ln(0)',
    'ln(-1)',
    'power(0, -1)',
    "substring('abc' FROM 1 FOR -1)",
    "split_part('a', ',', 0)",
  ]),
  ...texts(["'nothing'::regclass", "'nothing'::regtype", "'nothing'::regnamespace", "'nothing'::regrole"]),
  ['SELECT $1::int', ['a']],
  ['SELECT $1::int', ['99999999999']],
  ['SELECT $1::date', ['2024-02-30']],
  ['SELECT $1::timestamp', ['2024-01-01 25:00:00']],
  ['SELECT $1::int[]', ['1']],
  ['SELECT $1::regclass', ['nothing']],
  ['SELECT 10 / $1::int', [0]],
])('has the SQLSTATE of PostgreSQL: %s %j', async (text, values) => {
  const theirs = await codeOf(postgres, text, values);
  expect(theirs).toMatch(/^[0-9A-Z]{5}$/);
  expect(await codeOf(await server.connect(), text, values)).toBe(theirs);
});

const long = 'x'.repeat(20_000);

it.each([
  `SELECT DATE '${long}'`,
  `SELECT INTERVAL '${long}'`,
  `SELECT CAST('${long}' AS INTEGER)`,
  `SELECT CAST('${long}' AS INTEGER[])`,
  `SELECT CAST('1${'0'.repeat(20_000)}' AS NUMERIC)`,
  `SELECT '${long}'::regclass`,
  `SELECT date_trunc('${long}', TIMESTAMP '2024-01-01')`,
  `SELECT extract('${long}' FROM TIMESTAMP '2024-01-01')`,
  `SELECT DATEDIFF('${long}', DATE '2024-01-01', DATE '2024-01-02')`,
  `SELECT to_timestamp('1', '${long}')`,
  `SELECT current_setting('${long}')`,
  `SET ROLE '${long}'`,
  `SELECT count(*) FROM orders WHERE __user = '${long}'`,
  `SELECT * FROM "${long}"`,
  `SELECT * FROM ${long}.orders`,
  `SELECT "${long}" FROM orders`,
  `SELECT orders."${long}".status FROM orders`,
  `SELECT ${long}(1)`,
  `SELECT CAST(1 AS ${long})`,
  `SELECT 'a' COLLATE "${long}"`,
  `EXECUTE "${long}"`,
  `FETCH 1 FROM "${long}"`,
  `ROLLBACK TO SAVEPOINT "${long}"`,
  `SET TimeZone = '${long}'`,
  `DROP TABLE "${long}"`,
  `COPY (SELECT 1) TO STDOUT (FORMAT '${long}')`,
  `EXPLAIN (${long}) SELECT 1`,
])('repeats the beginning of a long literal or name only, number %#', async (text) => {
  const client = await server.connect();
  const error: unknown = await client.query(text).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(pg.DatabaseError);
  const { message, hint = '', detail = '' } = error as pg.DatabaseError;
  expect(`${message}${hint}${detail}`.split('x'.repeat(101)).length).toBe(1);
  expect(message.length).toBeLessThan(1_000);
});
