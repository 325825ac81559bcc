import { expect, it } from 'vitest';
import { rowsOf } from '../rows-for-test.ts';
import { useDatabase } from './postgres-for-test.ts';
import { refuseReach } from './refuse-reach.ts';
import { expectProportional } from '../../../../tests/expect-proportional.ts';

const database = useDatabase(`
  CREATE TABLE orders (id integer);
  INSERT INTO orders VALUES (1);
  CREATE SEQUENCE numbers;
  CREATE FUNCTION empty_orders() RETURNS integer LANGUAGE sql AS 'DELETE FROM orders; SELECT 1';
  CREATE PROCEDURE fill_orders() LANGUAGE sql AS 'INSERT INTO orders VALUES (2)';
`);
const never = new AbortController().signal;

/** The role of these tests may do anything: only the engine stops them. */
it.each([
  'DELETE FROM orders',
  'WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone',
  'SELECT empty_orders()',
  'SELECT * INTO other FROM orders',
  'SELECT * INTO TEMP other FROM orders',
  'SELECT id FROM orders FOR UPDATE',
  "SELECT nextval('numbers')",
  "SELECT setval('numbers', 10)",
  'CREATE TABLE other (id integer)',
  'DROP TABLE orders',
  "COPY orders TO PROGRAM 'cat'",
  "COPY (SELECT 1) TO '/tmp/orrery-copied'",
  'COPY orders FROM STDIN',
  'COPY orders TO STDOUT',
  "-- SELECT\rCOPY orders TO PROGRAM 'cat'",
  "/* SELECT */ COPY orders TO PROGRAM 'cat'",
  'CALL fill_orders()',
  'DO $$ BEGIN DELETE FROM orders; END $$',
  'SET TRANSACTION READ WRITE',
  "SELECT set_config('transaction_read_only', 'off', false)",
  'COMMIT',
  'ROLLBACK',
  'LISTEN orders',
  'PREPARE p AS SELECT 1',
  'EXPLAIN ANALYZE DELETE FROM orders',
  'SELECT 1; DELETE FROM orders',
  'SELECT 1; COMMIT; DELETE FROM orders',
  '',
  ';',
])('refuses %j', async (text) => {
  const engine = await database.open({ maxRunning: 1 });
  await expect(engine.run({ text, params: [] }, never)).rejects.toHaveProperty('errorClass');
  expect(await rowsOf(engine, 'SELECT id FROM orders')).toEqual([['1']]);
  expect(await database.ask('SELECT count(*)::integer FROM orders')).toEqual([[1]]);
  expect(await database.ask('SELECT last_value::integer FROM numbers')).toEqual([[1]]);
  expect(await database.ask("SELECT to_regclass('other')")).toEqual([[null]]);
});

it.each([
  "SELECT set_config('statement_timeout', '0', false)",
  "SELECT set_config('search_path', 'pg_catalog', false)",
  "SELECT set_config('TimeZone', 'Asia/Tokyo', false)",
  "SELECT set_config('role', 'pg_monitor', false)",
  "SELECT set_config('default_transaction_read_only', 'off', false)",
  'SELECT CAST(pg_advisory_lock(42) AS text)',
])('does not let a statement change the session of the next: %s', async (text) => {
  const engine = await database.open({ maxRunning: 1 });
  const session =
    "SELECT current_setting('statement_timeout'), current_setting('search_path'), current_setting('TimeZone'), current_user, current_setting('default_transaction_read_only'), (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid())";
  const before = await rowsOf(engine, session);
  await rowsOf(engine, text);
  expect(await rowsOf(engine, session)).toEqual(before);
});

it.each([
  'SELECT 1',
  ' \n(SELECT 1)',
  '-- one\nSELECT 1',
  '/* one */ select 1',
  'WITH one AS (SELECT 1) SELECT * FROM one',
  'VALUES (1)',
])('runs %j', async (text) => {
  expect(await rowsOf(await database.open(), text)).toEqual([['1']]);
});

it.each([
  'SELECT pg_sleep(600)',
  'SELECT "pg_sleep"(5)',
  "SELECT PG_CATALOG . pg_sleep_for ('1 hour')",
  'SELECT U&"pg\\005fsleep"(5)',
  'SELECT pg_advisory_lock(42)',
  'SELECT pg_terminate_backend(pg_backend_pid())',
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT * FROM pg_ls_dir('/')",
  "SELECT lo_import('/etc/passwd')",
  "SELECT lo_export(1, '/tmp/orrery')",
  "SELECT * FROM dblink('host=127.0.0.1', 'DROP TABLE orders') AS t (a int)",
  "SELECT set_config('role', 'pg_monitor', true)",
  "SELECT query_to_xml('SELECT pg_' || 'sleep(600)', true, true, '')",
  "SELECT * FROM ts_stat('SELECT pg_' || 'sleep(600)')",
  'SELECT query FROM pg_stat_activity',
  "SELECT pg_notify('orders', '1')",
  'SELECT pg_catalog . "pg_sleep" /* ( */ -- (\n (5)',
  'SELECT u&"\\0070g_sleep"(5)',
  'SELECT U&"!0070g_sleep" UESCAPE \'!\' (5)',
  `SELECT pg_catalog."pg_read_file"('/etc/passwd')`,
  'SELECT 1 /* /* */ , pg_sleep(600) /* */ */, pg_sleep(600)',
  "SELECT '\\', pg_sleep(600) --'",
  "SELECT E'\\'', pg_sleep(600) --'",
  "SELECT e'a' -- more\n '\\'', pg_sleep(600) --'",
  "SELECT 1e'\\'', pg_sleep(600) --'",
  "SELECT 1U&'a', pg_sleep(600)",
  "SELECT date'2026-01-01', pg_sleep(600)",
  'SELECT 1or pg_sleep(600) IS NULL',
  'SELECT "a""b", pg_sleep(600) AS "c" FROM (SELECT 1 AS "a""b") AS t',
  "SELECT $$a$$, pg_sleep(600), '$$'",
  "SELECT $a$'$a$, pg_sleep(600), $b$'$b$",
  "SELECT $1, '$1'",
  "SELECT 'a",
  'SELECT 1 /* /* */',
  'SELECT * FROM ROWS FROM (pg_sleep(600)) AS t',
  "SELECT query_to_xml(E'SELECT pg_\\x73leep(5)', true, true, '')",
  "DO 'BEGIN PERFORM pg_sleep(600); END'",
  'PREPARE p AS SELECT pg_sleep(600)',
  'EXECUTE p',
  'SELECT pg_stat_get_backend_activity(i) FROM pg_stat_get_backend_idset() AS i',
  'SELECT "pg_stat_get_backend_activity"(1)',
  'SELECT * FROM pg_hba_file_rules',
  'SELECT * FROM pg_ident_file_mappings',
  "SELECT current_setting('data_directory')",
  'TABLE pg_catalog."pg_settings"',
  'SELECT pg_log_backend_memory_contexts(pg_backend_pid())',
  'SELECT subconninfo FROM pg_subscription',
  'SELECT data FROM pg_largeobject',
  'SELECT * FROM pg_stat_replication',
  'SELECT 1 AS "\0"',
  "COPY orders TO PROGRAM 'cat'",
  'WITH gone AS (DELETE FROM orders RETURNING id) SELECT * FROM gone',
  'SELECT * FROM orders FOR UPDATE',
])('refuses %j of a user', async (text) => {
  const engine = await database.open();
  const run = engine.run({ text, params: [], isOfUser: true }, never);
  await expect(run).rejects.toHaveProperty('errorClass', 'forbidden');
  expect(await rowsOf(engine, 'SELECT id FROM orders')).toEqual([['1']]);
});

it.each([
  'SELECT lo_value, my_pg_sleep, dblinks$ FROM (SELECT 1 AS lo_value, 2 AS my_pg_sleep, 3 AS dblinks$) AS t',
  'SELECT lo_get_price FROM (SELECT 1 AS lo_get_price) AS t',
  "SELECT 'pg_sleep', 'u&\"', '$$', 'it''s pg_sleep(600)', '\\' AS \"a \"\"pg_sleep\"\" b\"",
  "SELECT E'pg_sleep\\'\\n' || 'a'\n  'b', U&'\\0441', B'01', x'1f', N'a', date'2026-01-01'",
  'SELECT 1 -- pg_sleep(600)\n + 2 /* pg_sleep /* (5) */ $$ */, 2*/* x */3',
  "SELECT 1.5e3, .5, 1., (array[1,2])[1:2], 'größe' AS größe$ FROM orders WHERE id > -1 AND id<2",
])('runs %j of a user', async (text) => {
  const engine = await database.open();
  const { batches } = await engine.run({ text, params: [], isOfUser: true }, never);
  let count = 0;
  for await (const { rowCount } of batches) count += rowCount;
  expect(count).toBe(1);
});

it.each(['/*', "'", '"', "e'", '(', 'a', '1', '--', '$', "''''", 'a.', '/**/'])(
  'reads long texts of %j of users in time proportional to them',
  (piece) => {
    expectProportional(100_000, (size) => {
      try {
        refuseReach(`SELECT ${piece.repeat(size / piece.length)}`);
      } catch {}
    });
  },
);

it('tells the position of a fault', async () => {
  const engine = await database.open();
  const run = engine.run({ text: 'SELECT id,\n  nothing FROM orders', params: [] }, never);
  await expect(run).rejects.toMatchObject({ errorClass: 'statement', position: 13 });
});
