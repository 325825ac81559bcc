import { expect, it } from 'vitest';
import { databaseForTest } from './mysql-for-test.ts';
import { requireSelect } from './require-select.ts';
import { expectProportional } from '../../../../tests/expect-proportional.ts';

it.each([
  'INSERT INTO t VALUES (1)',
  'DELETE FROM t',
  'DROP TABLE t',
  'CALL p()',
  'SET @x = 1',
  'DO SLEEP(1)',
  'HANDLER t OPEN',
  'SHOW GRANTS',
  "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t",
  "SELECT 'a' INTO OUTFILE '/tmp/x'",
  "SELECT 'a' /* */ INTO/**/DUMPFILE '/tmp/x'",
  "SELECT 1 /*!50000 INTO OUTFILE '/tmp/x' */",
  "SELECT 1 /*M!100000 INTO OUTFILE '/tmp/x' */",
  'SELECT 1 INTO @x',
  'SELECT @x := 1',
  "SELECT LOAD_FILE('/etc/passwd')",
  "SELECT load_file ('/etc/passwd')",
  "SELECT GET_LOCK('a', 1)",
  'SELECT * FROM t FOR UPDATE',
  'SELECT * FROM t LOCK IN SHARE MODE',
  "SELECT 'it\\' INTO OUTFILE '/tmp/x' -- '",
  '(SELECT 1) INTO OUTFILE "x"',
  "SELECT `load_file`('/etc/passwd')",
  `SELECT "LOAD_FILE" /* */ ('/etc/passwd')`,
  "SELECT mariadb_schema.`load_file`('/etc/passwd')",
  "SELECT `get_lock`('a', 1)",
  "SELECT GET_LOC\u212a('a', 1)",
  "SELECT `master_gtid_wait`('0-1-100', 2)",
  "SELECT a--\u00a0b, LOAD_FILE('/etc/passwd') FROM (SELECT 1 AS a, 2 AS `\u00a0b`) AS t",
  "SELECT 1 --\u0001 '\n, LOAD_FILE('/etc/passwd') -- '",
  "SELECT 1 -- \0, LOAD_FILE('/etc/passwd')",
  'SELECT 1 /* INTO',
  "SELECT 'INTO",
  'SELECT `INTO',
  'SELECT 1 /*/ INTO',
])('refuses %s', (text) => {
  expect(() => requireSelect(text)).toThrow(expect.objectContaining({ errorClass: 'forbidden' }));
});

it.each([
  'SELECT SLEEP(5)',
  'SELECT sleep/**/ (5)',
  "SELECT BENCHMARK(1000000000, SHA2('a', 512))",
  'SELECT info FROM information_schema.processlist',
  'SELECT * FROM `performance_schema`.threads',
  'SELECT * FROM "performance_schema"."threads"',
  'SELECT * FROM t FOR UPDATE',
  "SELECT 'a' INTO OUTFILE '/tmp/x'",
  'SELECT `sleep`(2)',
  'SELECT "sleep"(2)',
  'SELECT "Sleep" /* ( */ -- (\n (2)',
  'SELECT {fn `sleep`(2)}',
  'SELECT mariadb_schema.sleep(2)',
  'SELECT 1 WHERE 1or sleep(2)',
  "SELECT '\\', sleep(2) -- '",
  'SELECT "a""b", sleep(2) AS "c"',
  "SELECT `benchmar\u212a`(1000000000, SHA2('a', 512))",
  'SELECT 1 /*+ MAX_EXECUTION_TIME(0) */',
  "SELECT /*+ SET_VAR(sql_mode = '') */ 1",
  'SELECT /*!50000 sleep(2) */',
  'SELECT @@datadir',
  'SELECT @ @datadir',
  'SELECT info FROM INFORMATION_SCHEMA . `PROCESSLIST`',
  'SELECT info FROM "information_schema"/**/."processlist"',
  'SELECT trx_query FROM information_schema.innodb_trx',
  'SELECT * FROM information_schema.system_variables',
  'SELECT * FROM information_schema.`user privileges`',
  'SELECT argument FROM mysql.general_log',
  'SELECT * FROM `mysql` . `user`',
  'SELECT 1 FROM t JOIN mysql.slow_log',
  'SELECT * FROM "sys".session',
  'SELECT * FROM sys.x$statement_analysis',
])('refuses %s of a user', (text) => {
  expect(() => requireSelect(text, true)).toThrow(expect.objectContaining({ errorClass: 'forbidden' }));
});

it.each([
  "SELECT 'deep sleep (best)', 'a processlist', 'mysql.user', '@@datadir' AS processlist",
  'SELECT t.processlist, "deep sleep (best)" FROM t -- sleep(1)',
  "SELECT name FROM information_schema.tables WHERE table_schema = 'sys'",
  'SELECT `Umsätze`.`größe (cm)`, sys FROM Umsätze',
  "SELECT '\\', 'it''s', \"a\"\"b\" /* ' */ # \"\n, 2 --\n",
])('lets %s of a user through', (text) => {
  expect(() => requireSelect(text, true)).not.toThrow();
});

it.each(['/*', "'", '"', '`', '(', 'a', '-- ', 'FOR ', "''''", 'a.'])(
  'reads long texts of %j in time proportional to them',
  (piece) => {
    expectProportional(100_000, (size) => {
      try {
        requireSelect(`SELECT ${piece.repeat(size / piece.length)}`, true);
      } catch {}
    });
  },
);

it('runs a statement of a user, and none that waits, reads files or shows the server', async () => {
  const { open, ask } = await databaseForTest();
  const never = new AbortController().signal;
  await ask('CREATE TABLE nights (sleep INT, `deep sleep (best)` INT)');
  await ask('INSERT INTO nights VALUES (8, 9)');
  const engine = await open();
  const run = (text: string) => engine.run({ text, params: [], isOfUser: true }, never);
  for (const text of [
    "SELECT sleep, `deep sleep (best)`, 'sleep(9)' AS processlist FROM nights",
    "SELECT column_name FROM information_schema.columns WHERE table_name = 'nights'",
  ]) {
    for await (const { rowCount } of (await run(text)).batches) expect(rowCount).toBeGreaterThan(0);
  }
  for (const text of ['SELECT `sleep`(600)', `SELECT "load_file"('/etc/passwd')`, 'SELECT user FROM mysql.user']) {
    await expect(run(text), text).rejects.toHaveProperty('errorClass', 'forbidden');
  }
  const server = await open({ database: 'information_schema' });
  const asked = server.run({ text: 'SELECT info FROM processlist', params: [], isOfUser: true }, never);
  await expect(asked).rejects.toHaveProperty('errorClass', 'forbidden');
});

it('lets a user name columns like functions', () => {
  expect(() => requireSelect('SELECT sleep, benchmark FROM nights', true)).not.toThrow();
});

it.each([
  'SELECT 1',
  '  (SELECT 1)',
  '-- a comment\n# another\n/* and one */ WITH t AS (SELECT 1) SELECT * FROM t',
  "SELECT 'INTO', \"into\", `for update`, ':=' -- INTO",
  "SELECT 'it''s' || '\\' AS x",
  'SELECT a--1 FROM t',
  'SELECT into_stock, load_file FROM t',
])('lets %s through', (text) => {
  expect(() => requireSelect(text)).not.toThrow();
});

it('runs one statement, and no second one', async () => {
  const engine = await (await databaseForTest()).open();
  const run = engine.run({ text: 'SELECT 1; SELECT 2', params: [] }, new AbortController().signal);
  await expect(run).rejects.toMatchObject({ errorClass: 'statement' });
});

it('does not let a function write, in any storage engine', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE kept (x INT)');
  await ask('CREATE TABLE plain (x INT) ENGINE = MyISAM');
  await ask('CREATE SEQUENCE numbers');
  await ask('CREATE FUNCTION keep() RETURNS INT BEGIN INSERT INTO kept VALUES (1); RETURN 1; END');
  await ask('CREATE FUNCTION put() RETURNS INT BEGIN INSERT INTO plain VALUES (1); RETURN 1; END');
  const engine = await open();
  for (const text of ['SELECT keep()', 'SELECT put()', 'SELECT NEXTVAL(numbers)']) {
    const run = engine.run({ text, params: [] }, new AbortController().signal);
    await expect(run, text).rejects.toMatchObject({ errorClass: 'forbidden' });
  }
  expect(await ask('SELECT * FROM kept UNION ALL SELECT * FROM plain')).toEqual([]);
});
