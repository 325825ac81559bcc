import { expect, it } from 'vitest';
import type { Engine, Statement } from '../index.ts';
import { databaseForTest } from './mysql-for-test.ts';

async function rowOf(engine: Engine, statement: Pick<Statement, 'text'> & Partial<Statement>) {
  const { columns, batches } = await engine.run({ params: [], ...statement }, new AbortController().signal);
  for await (const batch of batches) {
    return { types: columns.map(({ type }) => type), row: batch.columns.map(([value]) => value) };
  }
  throw new Error('no rows');
}

it('keeps every digit of numbers', async () => {
  const { ask, open } = await databaseForTest();
  await ask(
    'CREATE TABLE n (a BIGINT, b BIGINT UNSIGNED, c DECIMAL(65, 30), d DECIMAL(4, 2), e TINYINT, f SMALLINT UNSIGNED, g MEDIUMINT, h INT UNSIGNED, i YEAR, j BIT(10), k TINYINT(1))',
  );
  await ask(
    "INSERT INTO n VALUES (-9223372036854775808, 18446744073709551615, '12345678901234567890123456789012345.123456789012345678901234567890', -0.05, -128, 65535, -8388608, 4294967295, 2024, b'1000000001', 2)",
  );
  const { types, row } = await rowOf(await open(), { text: 'SELECT * FROM n' });
  expect(new Set(types)).toEqual(new Set(['number']));
  expect(row).toEqual([
    '-9223372036854775808',
    '18446744073709551615',
    '12345678901234567890123456789012345.123456789012345678901234567890',
    '-0.05',
    '-128',
    '65535',
    '-8388608',
    '4294967295',
    '2024',
    '513',
    '2',
  ]);
});

it('writes doubles with their shortest digits and without exponent', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE n (a DOUBLE, b DOUBLE, c DOUBLE, d DOUBLE, e FLOAT, f FLOAT, g DOUBLE, h FLOAT)');
  await ask('INSERT INTO n VALUES (0.1, 1e21, 1.5e-7, -2.5e22, 0.1, 16777216, 123456.75, 1e-10)');
  const { row } = await rowOf(await open(), { text: 'SELECT n.*, a + 0.2, -0.0e0 FROM n' });
  expect(row).toEqual([
    '0.1',
    '1000000000000000000000',
    '0.00000015',
    '-25000000000000000000000',
    '0.1',
    '16777216',
    '123456.75',
    '0.0000000001',
    '0.30000000000000004',
    '0',
  ]);
});

it('divides to thirty digits without rounding in between', async () => {
  const { row } = await rowOf(await (await databaseForTest()).open(), {
    text: 'SELECT 1 / 3, 1 / 3 / 7, AVG(x) FROM (SELECT 1 AS x UNION ALL SELECT 1 UNION ALL SELECT 2) AS t',
  });
  expect(row).toEqual([
    '0.333333333333333333333333333333',
    '0.04761904761904761904761904761904761900',
    '1.333333333333333333333333333333',
  ]);
});

it('writes dates and times to the millisecond, in UTC', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE t (a DATE, b DATETIME, c DATETIME(3), d DATETIME(6), e TIMESTAMP(6) NULL, f TIME(2))');
  // The server's own zone is five hours behind UTC.
  await ask(
    "INSERT INTO t VALUES ('2024-02-29', '1969-12-31 23:59:59', '2024-01-01 00:00:00.007', '9999-12-31 23:59:59.999999', '2024-06-30 22:00:00.5', '-12:34:56.50')",
  );
  const { types, row } = await rowOf(await open(), {
    text: "SELECT t.*, DATE '0001-01-01', TIMESTAMP '2024-01-01 00:00:01', b + INTERVAL 1 MICROSECOND, b + INTERVAL 100000 MICROSECOND FROM t",
  });
  expect(types).toEqual(['time', 'time', 'time', 'time', 'time', 'string', 'time', 'time', 'time', 'time']);
  expect(row).toEqual([
    '2024-02-29T00:00:00.000',
    '1969-12-31T23:59:59.000',
    '2024-01-01T00:00:00.007',
    '9999-12-31T23:59:59.999',
    '2024-07-01T03:00:00.500',
    '-12:34:56.5',
    '0001-01-01T00:00:00.000',
    '2024-01-01T00:00:01.000',
    '1969-12-31T23:59:59.000',
    '1969-12-31T23:59:59.100',
  ]);
});

it('treats dates without a month or a day as NULL', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE t (a DATE, b DATETIME, c DATE, d DATE)');
  await ask(
    "SET STATEMENT sql_mode = '' FOR INSERT INTO t VALUES ('0000-00-00', '0000-00-00 00:00:00', '2024-00-00', '2024-05-00')",
  );
  const { row } = await rowOf(await open(), { text: 'SELECT * FROM t' });
  expect(row).toEqual([null, null, null, null]);
});

it('gives everything else as text', async () => {
  const { ask, open } = await databaseForTest();
  await ask(
    "CREATE TABLE t (a ENUM('glad', 'sad'), b SET('x', 'y'), c UUID, d JSON, e BLOB, f CHAR(5), g LONGTEXT, h INET6, i VARCHAR(20) CHARACTER SET latin1)",
  );
  await ask(
    "INSERT INTO t VALUES ('sad', 'x,y', '7f3c0c1e-0000-4000-8000-000000000001', '{\"a\": [1]}', x'4100ff5c', 'x', '漢字 🙂', '::1', 'Zürich')",
  );
  const { types, row } = await rowOf(await open(), { text: "SELECT t.*, '', NULL, POINT(1, 2) FROM t" });
  expect(new Set(types)).toEqual(new Set(['string']));
  expect(row).toEqual([
    'sad',
    'x,y',
    '7f3c0c1e-0000-4000-8000-000000000001',
    '{"a": [1]}',
    'A\\x00\\xFF\\',
    'x',
    '漢字 🙂',
    '::1',
    'Zürich',
    '',
    null,
    '{"x":1,"y":2}',
  ]);
});

it('gives booleans when the query declares a number as one', async () => {
  const { ask, open } = await databaseForTest();
  await ask('CREATE TABLE t (a BOOLEAN, b BOOLEAN, c BIT(1), d BOOLEAN, e VARCHAR(5))');
  await ask("INSERT INTO t VALUES (TRUE, FALSE, b'1', NULL, 'true')");
  const boolean = { type: 'boolean' } as const;
  const { types, row } = await rowOf(await open(), {
    text: 'SELECT t.*, a = b, (SELECT MAX(a) > 0 FROM t) FROM t',
    columns: [boolean, boolean, boolean, boolean, boolean, boolean, boolean],
  });
  expect(types).toEqual(['boolean', 'boolean', 'boolean', 'boolean', 'string', 'boolean', 'boolean']);
  expect(row).toEqual([true, false, true, null, 'true', false, true]);
});

it('binds values as text, whatever they look like', async () => {
  const { row } = await rowOf(await (await databaseForTest()).open(), {
    text: 'SELECT CAST(? AS DECIMAL(20, 10)), CAST(? AS SIGNED), CAST(? AS CHAR), CAST(? AS CHAR), CAST(? AS SIGNED), CAST(? AS CHAR)',
    params: ['0.1000000001', '9007199254740993', 'é😀\'\\"\0\n', '', true, null],
  });
  expect(row).toEqual(['0.1000000001', '9007199254740993', 'é😀\'\\"\0\n', '', '1', null]);
});
