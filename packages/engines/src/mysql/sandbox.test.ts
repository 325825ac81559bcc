import { expect, it } from 'vitest';
import { databaseForTest } from './mysql-for-test.ts';
import { requireSelect } from './require-select.ts';

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
])('refuses %s of a user', (text) => {
  expect(() => requireSelect(text, true)).toThrow(expect.objectContaining({ errorClass: 'forbidden' }));
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
