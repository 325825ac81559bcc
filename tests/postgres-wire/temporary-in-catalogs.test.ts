import pg, { type Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../servers/postgres.ts';
import { openSampleServer, type SampleServer } from './sample-server.ts';

let server: SampleServer;
let database: TestDatabase;
let postgres: Client;
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

const changes = [
  `CREATE TEMP TABLE typed AS SELECT 1::int2 AS a, 1 AS b, 1::int8 AS c, 1.5::float4 AS d, 1.5::float8 AS e, 1.5::numeric AS f,
    1.5::numeric(5, 2) AS g, 'x'::text AS h, 'x'::varchar AS i, 'x'::varchar(3) AS j, 'x'::bpchar(3) AS k, true AS l`,
  `CREATE TEMP TABLE "Times" AS SELECT DATE '2024-01-01' AS a, TIME '10:00' AS b, TIMESTAMP '2024-01-01' AS c,
    TIMESTAMPTZ '2024-01-01 00:00:00+00' AS d, INTERVAL '1 day' AS e, ARRAY[1] AS f, ARRAY['x'] AS g`,
  'CREATE TEMP VIEW seen AS SELECT a, g FROM typed',
];
const mine = (schema: string) => `${schema} LIKE 'pg\\_temp\\_%'`;

it.each([
  `SELECT count(*) FROM information_schema.schemata WHERE ${mine('schema_name')}`,
  `SELECT table_name, table_type, is_typed FROM information_schema.tables WHERE ${mine('table_schema')} ORDER BY 1`,
  `SELECT table_name, column_name, ordinal_position, column_default, is_nullable, data_type, character_maximum_length,
     character_octet_length, numeric_precision, numeric_precision_radix, numeric_scale, datetime_precision,
     interval_type, udt_schema, udt_name, dtd_identifier, is_identity, is_generated
   FROM information_schema.columns WHERE ${mine('table_schema')} ORDER BY 1, 3`,
  `SELECT table_name, check_option, is_trigger_updatable, is_trigger_deletable, is_trigger_insertable_into
   FROM information_schema.views WHERE ${mine('table_schema')}`,
  `SELECT viewname, viewowner = current_user FROM pg_views WHERE ${mine('schemaname')}`,
  `SELECT tablename, tableowner = current_user, tablespace, hasindexes, hasrules, hastriggers, rowsecurity
   FROM pg_tables WHERE ${mine('schemaname')} ORDER BY 1`,
  `SELECT relname, relid = relname::regclass FROM pg_stat_user_tables WHERE ${mine('schemaname')} AND relname = 'typed'`,
  `SELECT relname FROM pg_stat_all_tables WHERE ${mine('schemaname')} ORDER BY 1`,
  `SELECT relname FROM pg_statio_user_tables WHERE ${mine('schemaname')} ORDER BY 1`,
  `SELECT table_name, privilege_type, grantee = current_user FROM information_schema.table_privileges
   WHERE ${mine('table_schema')} AND privilege_type = 'SELECT' ORDER BY 1`,
  `SELECT table_name, privilege_type FROM information_schema.role_table_grants
   WHERE ${mine('table_schema')} AND privilege_type = 'SELECT' ORDER BY 1`,
  `SELECT table_name, column_name FROM information_schema.column_privileges
   WHERE ${mine('table_schema')} AND privilege_type = 'SELECT' ORDER BY 1, 2`,
  `SELECT table_name, column_name FROM information_schema.role_column_grants
   WHERE ${mine('table_schema')} AND privilege_type = 'SELECT' ORDER BY 1, 2`,
])('lists them as PostgreSQL does: %s', async (text) => {
  const [client, other] = [await server.connect(), await server.connect()];
  const none = await rowsOf(other, text);
  for (const one of [client, postgres]) for (const change of changes) await one.query(change);
  const ofPostgres = await rowsOf(postgres, text);
  await postgres.query('DISCARD TEMP');
  expect(await rowsOf(client, text)).toEqual(ofPostgres);
  expect(await rowsOf(other, text)).toEqual(none);
  expect(none).not.toEqual(ofPostgres);
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
