import { expect, it } from 'vitest';
import { describeTrino } from '../../../../tests/servers/trino.ts';
import type { Engine } from '../index.ts';
import { rowsOf } from '../rows-for-test.ts';
import { schemaForTest } from './trino-for-test.ts';

/** @returns the value of each expression, and its column without the name */
async function valuesOf(engine: Engine, expressions: readonly string[]) {
  const text = `SELECT ${expressions.join(', ')}`;
  const { columns, batches } = await engine.run({ text, params: [] }, new AbortController().signal);
  const values: unknown[] = [];
  for await (const batch of batches) values.push(...batch.columns.map(([value]) => value));
  return columns.map(({ name: _, ...column }, index) => [values[index], column] as const);
}

const integer = { type: 'number', exact: 'integer' };
const bigint = { type: 'number', exact: 'bigint' };
const decimal = (digits: number, decimals: number) => ({ type: 'number', exact: { digits, decimals } });
const double = { type: 'number', isDouble: true };
const single = { ...double, isSingle: true };
const time = { type: 'time' };
const day = { type: 'time', isDay: true };
const text = { type: 'string', isText: true };
const shown = { type: 'string' };

const nines = '9'.repeat(38);

describeTrino('values', () => {
  it('keeps the digits and the type of every value', async () => {
    const engine = await (await schemaForTest()).open();
    const cases: readonly (readonly [sql: string, value: unknown, column: object])[] = [
      ["TINYINT '-128'", '-128', integer],
      ["SMALLINT '32767'", '32767', integer],
      ['2147483647', '2147483647', integer],
      ['9223372036854775807', '9223372036854775807', bigint],
      ["BIGINT '-9223372036854775808'", '-9223372036854775808', bigint],
      [`DECIMAL '${nines}'`, nines, decimal(38, 0)],
      [`DECIMAL '-0.${nines}'`, `-0.${nines}`, decimal(38, 38)],
      ['1.10', '1.10', decimal(3, 2)],
      ['CAST(0 AS decimal(10, 2))', '0.00', decimal(10, 2)],
      ["CAST('10' AS number)", '10', { type: 'number' }],
      ["CAST('-1.5e-30' AS number)", `-0.${'0'.repeat(29)}15`, { type: 'number' }],
      ["CAST('1e16000' AS number)", `1${'0'.repeat(16_000)}`, { type: 'number' }],
      ["CAST('1234567.0001' AS number)", '1234567.0001', { type: 'number' }],
      ["CAST('NaN' AS number)", null, { type: 'number' }],
      ['CAST(-infinity() AS number)', null, { type: 'number' }],
      ["ARRAY[CAST('100' AS number)]", '["100"]', shown],
      ['1e0', '1', double],
      ['1e300', `1${'0'.repeat(300)}`, double],
      ['5e-324', `0.${'0'.repeat(323)}5`, double],
      ['0.1e0 + 0.2e0', '0.30000000000000004', double],
      ['9007199254740993e0', '9007199254740992', double],
      ['-0e0', '0', double],
      ['nan()', null, double],
      ['-infinity()', null, double],
      ["REAL '0.1'", '0.1', single],
      ["REAL '16777217'", '16777216', single],
      ['CAST(nan() AS real)', null, single],
      ['true', true, { type: 'boolean' }],
      ['CAST(NULL AS boolean)', null, { type: 'boolean' }],
      ['NULL', null, shown],
      ["'it''s'", "it's", text],
      ["U&'\\+01f600 \\2028'", '😀 \u2028', text],
      ["CAST('a\"\\b' AS char(6))", 'a"\\b  ', shown],
      ["DATE '0001-01-01'", '0001-01-01T00:00:00.000', day],
      ["DATE '9999-12-31'", '9999-12-31T00:00:00.000', day],
      ["DATE '12000-01-01'", '+012000-01-01T00:00:00.000', day],
      ["DATE '-0044-03-15'", '-000044-03-15T00:00:00.000', day],
      ["TIMESTAMP '2024-01-31 10:20:30'", '2024-01-31T10:20:30.000', time],
      ["TIMESTAMP '2024-01-31 10:20:30.5'", '2024-01-31T10:20:30.500', time],
      ["TIMESTAMP '0001-01-01 00:00:00.000000000001'", '0001-01-01T00:00:00.000', time],
      ["TIMESTAMP '9999-12-31 23:59:59.999999999999'", '9999-12-31T23:59:59.999', time],
      ["TIMESTAMP '2024-12-31 23:59:59.9996 UTC'", '2024-12-31T23:59:59.999', time],
      ["TIMESTAMP '2024-01-01 00:30:00.1239 +05:30'", '2023-12-31T19:00:00.123', time],
      ["TIMESTAMP '0001-01-01 00:30:00 -05:30'", '0001-01-01T06:00:00.000', time],
      ["TIMESTAMP '2024-11-03 01:30:00 America/New_York' AT TIME ZONE 'UTC'", '2024-11-03T05:30:00.000', time],
      ["TIME '23:59:59.999999'", '23:59:59.999999', shown],
      ["TIME '10:00:00 +01:00'", '10:00:00+01:00', shown],
      ["INTERVAL '3' DAY", '3 00:00:00.000', shown],
      ["UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'", '12151fd2-7586-11e9-8f9e-2a86e4085a59', shown],
      ["IPADDRESS '10.0.0.1'", '10.0.0.1', shown],
      ['JSON \'{"a": 1.10, "b": 12345678901234567890}\'', '{"a":1.10,"b":12345678901234567890}', shown],
      ["X'0041ff22'", '\\x00A\\xFF\\x22', shown],
      ["ARRAY[BIGINT '9223372036854775807', NULL]", '["9223372036854775807",null]', shown],
      ['ARRAY[1, 2]', '[1,2]', shown],
      ["ARRAY['1', 'NaN', 'a\"b']", '["1","NaN","a\\"b"]', shown],
      ['ARRAY[1.10, 2]', '["1.10","2.00"]', shown],
      ['ARRAY[ARRAY[true], NULL]', '[[true],null]', shown],
      ["ARRAY[TIMESTAMP '2024-01-31 10:20:30.123456789']", '["2024-01-31 10:20:30.123456789"]', shown],
      ["ARRAY[X'00']", '["\\\\x00"]', shown],
      ["MAP(ARRAY['a', '__proto__'], ARRAY[1e0, nan()])", '{"a":1,"__proto__":"NaN"}', shown],
      ['CAST(ROW(1, \'x\') AS ROW(a integer, "B c" varchar))', '{"a":1,"B c":"x"}', shown],
      ["ROW(BIGINT '1', ROW(true, NULL))", '["1",[true,null]]', shown],
      ['CAST(ROW(1, 2) AS ROW(a integer, integer))', '[1,2]', shown],
    ];
    const read = await valuesOf(
      engine,
      cases.map(([sql]) => sql),
    );
    expect(read.map(([value, column], index) => [cases[index]?.[0], value, column])).toEqual(cases);
  });

  it('shows types that it does not know as text', async () => {
    const engine = await (await schemaForTest()).open();
    expect(await rowsOf(engine, 'SELECT approx_set(1)')).toEqual([[expect.stringMatching(/^[\w+/=]+$/)]]);
  });

  it('refuses a time whose text may mean two moments', async () => {
    const engine = await (await schemaForTest()).open();
    await expect(rowsOf(engine, "SELECT TIMESTAMP '2024-11-03 01:30:00 America/New_York'")).rejects.toMatchObject({
      errorClass: 'conversion',
      cause: { message: expect.stringContaining("AT TIME ZONE 'UTC'") },
    });
  });

  it('takes parameters as texts, booleans and NULL', async () => {
    const engine = await (await schemaForTest()).open();
    const hostile = `it's "x" \\ -- ; ? \n😀 ' || '`;
    const text = `SELECT CAST(? AS varchar), CAST(? AS decimal(38, 2)), CAST(? AS bigint), CAST(? AS boolean), '?', ?`;
    expect(await rowsOf(engine, text, [hostile, '123456789012345678901234567890123456.78', null, true, false])).toEqual(
      [[hostile, '123456789012345678901234567890123456.78', null, true, '?', false]],
    );
  });

  it('reads names that need quotes, and columns of equal names', async () => {
    const { ask, open } = await schemaForTest();
    await ask('CREATE TABLE "order by" ("a ""b""" integer, "select" varchar)');
    await ask(`INSERT INTO "order by" VALUES (1, 'x'), (NULL, NULL)`);
    const engine = await open();
    const sql = 'SELECT "a ""b""", "select", "select" FROM "order by" ORDER BY 1';
    const { columns } = await engine.run({ text: sql, params: [] }, new AbortController().signal);
    expect(columns.map(({ name }) => name)).toEqual(['a "b"', 'select', 'select']);
    expect(await rowsOf(engine, sql)).toEqual([
      ['1', 'x', 'x'],
      [null, null, null],
    ]);
  });

  it('tells the columns of an empty result, and reads many rows', async () => {
    const engine = await (await schemaForTest()).open();
    const { columns, batches } = await engine.run(
      { text: 'SELECT nationkey, name FROM tpch.tiny.nation WHERE nationkey < 0', params: [] },
      new AbortController().signal,
    );
    expect(columns).toEqual([
      { name: 'nationkey', ...bigint },
      { name: 'name', ...text },
    ]);
    expect(await batches[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
    const rows = await rowsOf(engine, 'SELECT orderkey, linenumber FROM tpch.tiny.lineitem');
    expect(rows).toHaveLength(60_175);
    expect(new Set(rows.map(String)).size).toBe(60_175);
  });

  it('is in UTC, and in English', async () => {
    const engine = await (await schemaForTest()).open();
    expect(
      await rowsOf(
        engine,
        "SELECT current_timezone(), date_format(TIMESTAMP '2024-01-01 00:00:00', '%W'), hour(from_unixtime(0))",
      ),
    ).toEqual([['UTC', 'Monday', '0']]);
  });
});
