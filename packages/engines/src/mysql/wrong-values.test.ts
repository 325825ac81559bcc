import { expect, it } from 'vitest';
import { rowsOf } from '../rows-for-test.ts';
import { databaseForTest } from './mysql-for-test.ts';

it.each([
  ['a text compared with a number, as if it were 0', 'SELECT word FROM words WHERE word = 0', 'conversion'],
  ['a text cast to a number, as if it were 0', 'SELECT CAST(word AS SIGNED) FROM words', 'conversion'],
  ['a text that is no time, as if it were missing', 'SELECT CAST(word AS DATETIME) FROM words', 'conversion'],
  [
    'a time that leaves the calendar, as if it were missing',
    "SELECT TIMESTAMP '9999-12-31 23:00:00' + INTERVAL id HOUR FROM words",
    'conversion',
  ],
  ['a sum that leaves its type', 'SELECT id + 9223372036854775807 FROM words', 'conversion'],
  ['a text that does not fit its cast', 'SELECT CAST(word AS CHAR(2)) FROM words', 'conversion'],
])('fails a statement instead of returning %s', async (_, text, errorClass) => {
  const { ask, open } = await databaseForTest();
  await ask("CREATE TABLE words AS SELECT 7 AS id, 'seven' AS word");
  await expect(rowsOf(await open(), text)).rejects.toMatchObject({ errorClass });
});

it('fails a statement whose list was cut off', async () => {
  const { ask, open } = await databaseForTest();
  await ask("CREATE TABLE words AS SELECT seq AS id, REPEAT('x', 10000) AS word FROM seq_1_to_8000");
  const engine = await open();
  await expect(rowsOf(engine, 'SELECT LENGTH(GROUP_CONCAT(word)) FROM words')).rejects.toMatchObject({
    errorClass: 'resource',
  });
  expect(await rowsOf(engine, 'SELECT LENGTH(GROUP_CONCAT(word)) FROM words WHERE id <= 100')).toEqual([['1000099']]);
});

it('ignores warnings of another statement', async () => {
  const { ask, open } = await databaseForTest();
  await ask("CREATE TABLE words AS SELECT 'seven' AS word");
  const engine = await open({ maxRunning: 1 });
  await expect(rowsOf(engine, 'SELECT CAST(word AS SIGNED) FROM words')).rejects.toMatchObject({
    errorClass: 'conversion',
  });
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('accepts a division by zero that gives NULL', async () => {
  const engine = await (await databaseForTest()).open();
  expect(await rowsOf(engine, 'SELECT 1 / 0, 5 MOD 0')).toEqual([[null, null]]);
});

it('binds numbers at the right positions when a condition contains a SELECT', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE numbers AS SELECT 7 AS number');
  const source = 'SELECT DISTINCT number FROM numbers';
  expect(await rowsOf(await open(), `SELECT number FROM (${source}) AS t WHERE INTERVAL(number, 5, 9) = 1`)).toEqual([
    ['7'],
  ]);
});

it('groups and sorts long texts by all their characters', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE long_texts (id INT, word LONGTEXT)');
  await ask("INSERT INTO long_texts SELECT seq, CONCAT(REPEAT('y', 70000), seq % 5) FROM seq_1_to_1000");
  const engine = await open();
  const groups = 'SELECT CAST(word AS CHAR) AS w, SUM(id), COUNT(DISTINCT id) AS n FROM long_texts GROUP BY 1';
  expect(await rowsOf(engine, `SELECT RIGHT(w, 1), n FROM (${groups}) AS t ORDER BY 1`)).toEqual(
    ['0', '1', '2', '3', '4'].map((end) => [end, '200']),
  );
  expect(await rowsOf(engine, `SELECT RIGHT(w, 1) FROM (${groups}) AS t ORDER BY w DESC LIMIT 1`)).toEqual([['4']]);
});

it('refuses texts too long to be distinguished', async () => {
  const engine = await (await databaseForTest()).open();
  await expect(rowsOf(engine, "SELECT REPEAT('x', 349525)")).rejects.toMatchObject({ errorClass: 'resource' });
  expect(await rowsOf(engine, "SELECT LENGTH(REPEAT('x', 349525))")).toEqual([['349525']]);
});

it('does not mistake NULL for the previous number', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY)');
  await ask('INSERT INTO t VALUES (NULL)');
  expect(await rowsOf(await open(), 'SELECT * FROM t WHERE id IS NULL')).toEqual([]);
});

it('compares texts after a cast by all characters, including trailing spaces', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE t (w VARCHAR(9), l VARCHAR(9) CHARACTER SET latin1)');
  await ask("INSERT INTO t VALUES ('ana', 'ana'), ('Ana', 'Ana'), ('ana ', 'ana '), ('aná', 'aná')");
  const engine = await open();
  for (const column of ['w', 'l']) {
    expect(
      await rowsOf(engine, `SELECT COUNT(DISTINCT ${column}), COUNT(DISTINCT CAST(${column} AS CHAR)) FROM t`),
    ).toEqual([['1', '4']]);
    expect(await rowsOf(engine, `SELECT ${column} FROM t WHERE CAST(${column} AS CHAR) = 'ana '`)).toEqual([['ana ']]);
  }
});
