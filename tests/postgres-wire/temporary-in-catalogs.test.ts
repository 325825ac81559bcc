import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSampleServer, type SampleServer } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const rowsOf = async (client: Client, text: string) => {
  const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array' });
  return rows;
};

const listed = `
  SELECT c.relname, c.relkind, c.relpersistence, a.attname, format_type(a.atttypid, a.atttypmod)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname LIKE 'pg\\_temp%' AND a.attnum > 0 ORDER BY c.relname, a.attnum`;
const tables = "SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'v')";

it('lists the temporary tables and views of a connection, for it alone, until they are dropped', async () => {
  const [client, other] = [await server.connect(), await server.connect()];
  const [before] = await rowsOf(client, tables);
  await client.query("CREATE TEMP TABLE kept AS SELECT 1 AS one, 'x'::varchar(3) AS two, 1.50::numeric(5, 2) AS three");
  await client.query('CREATE TEMP VIEW "Seen" (state) AS SELECT status FROM orders GROUP BY 1');
  expect(await rowsOf(client, listed)).toEqual([
    ['Seen', 'v', 't', 'state', 'text'],
    ['kept', 'r', 't', 'one', 'integer'],
    ['kept', 'r', 't', 'two', 'character varying(3)'],
    ['kept', 'r', 't', 'three', 'numeric(5,2)'],
  ]);
  const named = `SELECT nspname, '"Seen"'::regclass::text, to_regclass('kept') = 'pg_temp.kept'::regclass,
      pg_table_is_visible('kept'::regclass) FROM pg_namespace WHERE oid = pg_my_temp_schema()`;
  expect(await rowsOf(client, named)).toEqual([['pg_temp_3', '"Seen"', true, true]]);
  expect(await rowsOf(other, listed)).toEqual([]);
  expect(await rowsOf(other, 'SELECT pg_my_temp_schema()::int, to_regclass($$kept$$)::text')).toEqual([[0, null]]);
  expect(await rowsOf(other, tables)).toEqual([before]);
  await client.query('DROP TABLE kept');
  expect(await rowsOf(client, listed)).toEqual([['Seen', 'v', 't', 'state', 'text']]);
  await client.query('DISCARD ALL');
  expect(await rowsOf(client, listed)).toEqual([]);
});

it.each([
  ['pg_class', "(SELECT count(*) FROM pg_class WHERE relname = 'mine')"],
  ['pg_prepared_statements', "(SELECT count(*) FROM pg_prepared_statements WHERE name = 'own')"],
  ['a name', "CASE WHEN to_regclass('mine') IS NULL THEN 0 ELSE 1 END"],
  ['its schema', 'CASE WHEN pg_my_temp_schema() = 0::oid THEN 0 ELSE 1 END'],
])('keeps what the catalogs have of a connection from others, next to rows of the model: %s', async (_, own) => {
  const [client, other] = [await server.connect(), await server.connect()];
  const text = `SELECT count(*), ${own} FROM orders`;
  const countsOf = async (one: Client) => (await rowsOf(one, text)).map((row) => row.map(Number));
  expect(await countsOf(client)).toEqual([[7, 0]]);
  await client.query('CREATE TEMP TABLE mine AS SELECT 1 AS one');
  await client.query('PREPARE own AS SELECT 1');
  expect(await countsOf(client)).toEqual([[7, 1]]);
  expect(await countsOf(other)).toEqual([[7, 0]]);
  expect(await countsOf(client)).toEqual([[7, 1]]);
});
