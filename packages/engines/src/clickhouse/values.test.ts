import { expect, it } from 'vitest';
import { describeClickhouse } from '../../../../tests/servers/clickhouse.ts';
import type { Engine } from '../index.ts';
import { rowsOf } from '../rows-for-test.ts';
import { databaseForTest } from './clickhouse-for-test.ts';

/** @returns the value of each expression, and its column without the name */
async function valuesOf(engine: Engine, expressions: readonly string[]) {
  const text = `SELECT ${expressions.map((each, index) => `${each} AS "c${index}"`).join(', ')}`;
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

const nines = '9'.repeat(76);
const [least128, most128] = [`-${2n ** 127n}`, `${2n ** 127n - 1n}`];
const [least256, most256] = [`-${2n ** 255n}`, `${2n ** 255n - 1n}`];

describeClickhouse('values', () => {
  it('keeps the digits and the type of every value', async () => {
    const { engine } = await databaseForTest();
    const cases: readonly (readonly [sql: string, value: unknown, column: object])[] = [
      ['toInt8(-128)', '-128', integer],
      ['toUInt8(255)', '255', integer],
      ['toInt16(-32768)', '-32768', integer],
      ['toUInt16(65535)', '65535', integer],
      ['toInt32(-2147483648)', '-2147483648', integer],
      ['toUInt32(4294967295)', '4294967295', integer],
      ["toInt64('9223372036854775807')", '9223372036854775807', bigint],
      ["toInt64('-9223372036854775808')", '-9223372036854775808', bigint],
      ['toInt64(-1)', '-1', bigint],
      ["toInt64('-9007199254740993')", '-9007199254740993', bigint],
      ["toInt64('9007199254740992')", '9007199254740992', bigint],
      ["toUInt64('18446744073709551615')", '18446744073709551615', decimal(20, 0)],
      [`toInt128('${least128}')`, least128, decimal(39, 0)],
      [`toInt128('${most128}')`, most128, decimal(39, 0)],
      [`toUInt128('${2n ** 128n - 1n}')`, `${2n ** 128n - 1n}`, decimal(39, 0)],
      [`toInt256('${least256}')`, least256, decimal(77, 0)],
      [`toInt256('${most256}')`, most256, decimal(77, 0)],
      [`toUInt256('${2n ** 256n - 1n}')`, `${2n ** 256n - 1n}`, decimal(78, 0)],
      ["toDecimal32('-0.05', 2)", '-0.05', decimal(9, 2)],
      ["toDecimal64('-123456789012345.678', 3)", '-123456789012345.678', decimal(18, 3)],
      ["toDecimal128('0.00000000000000000000000000000000000001', 38)", `0.${'0'.repeat(37)}1`, decimal(38, 38)],
      [`toDecimal256('-${nines}', 0)`, `-${nines}`, decimal(76, 0)],
      [`toDecimal256('0.${nines}', 76)`, `0.${nines}`, decimal(76, 76)],
      ['toDecimal32(0, 0)', '0', decimal(9, 0)],
      ['toFloat64(1)', '1', double],
      ['toFloat64(0.1) + toFloat64(0.2)', '0.30000000000000004', double],
      ["toFloat64('1e300')", `1${'0'.repeat(300)}`, double],
      ["toFloat64('5e-324')", `0.${'0'.repeat(323)}5`, double],
      ["toFloat64('-0.0')", '0', double],
      ['nan', null, double],
      ['-inf', null, double],
      ['toFloat32(0.1)', '0.1', single],
      ['toFloat32(nan)', null, single],
      ['toBFloat16(1.5)', '1.5', single],
      ['true', true, { type: 'boolean' }],
      ['CAST(NULL AS Nullable(Bool))', null, { type: 'boolean' }],
      ['NULL', null, shown],
      ["'it''s'", "it's", text],
      ["''", '', text],
      ["'😀 \u2028 é'", '😀 \u2028 é', text],
      [`repeat('é', 300)`, 'é'.repeat(300), text],
      ["unhex('0041FF22')", '\\x00A\\xFF\\x22', text],
      ["toFixedString('ab', 4)", 'ab', text],
      ["toFixedString(unhex('FF0000'), 3)", '\\xFF\\x00\\x00', text],
      ["toLowCardinality('x')", 'x', text],
      ['CAST(NULL AS LowCardinality(Nullable(String)))', null, text],
      ["CAST('a', 'LowCardinality(Nullable(FixedString(2)))')", 'a', text],
      [`CAST('a\\'b', 'Enum8(\\'a\\\\\\'b\\' = -128, \\'x, \\\\\\\\ (y)\\' = 127)')`, "a'b", text],
      [`CAST(300, 'Enum16(\\'a\\' = 1, \\'é\\' = 300)')`, 'é', text],
      ["toDate('1970-01-01')", '1970-01-01T00:00:00.000', day],
      ["toDate('2149-06-06')", '2149-06-06T00:00:00.000', day],
      ["toDate32('1900-01-01')", '1900-01-01T00:00:00.000', day],
      ["toDate32('2299-12-31')", '2299-12-31T00:00:00.000', day],
      ["toDateTime('2024-01-31 10:20:30', 'UTC')", '2024-01-31T10:20:30.000', time],
      ["toDateTime('2106-02-07 06:28:15', 'UTC')", '2106-02-07T06:28:15.000', time],
      ["toDateTime('2024-11-03 01:30:00', 'America/New_York')", '2024-11-03T05:30:00.000', time],
      ["toDateTime64('2024-01-31 10:20:30', 0, 'UTC')", '2024-01-31T10:20:30.000', time],
      ["toDateTime64('2024-01-31 10:20:30.5', 1, 'UTC')", '2024-01-31T10:20:30.500', time],
      ["toDateTime64('1969-12-31 23:59:59.75', 2, 'UTC')", '1969-12-31T23:59:59.750', time],
      ["toDateTime64('2024-01-31 10:20:30.123', 3, 'Europe/Berlin')", '2024-01-31T09:20:30.123', time],
      ["toDateTime64('2024-01-31 10:20:30.999999', 6, 'UTC')", '2024-01-31T10:20:30.999', time],
      ["toDateTime64('1969-12-31 23:59:59.999999', 6, 'UTC')", '1969-12-31T23:59:59.999', time],
      ["toDateTime64('1900-01-01 00:00:00.000001', 6, 'UTC')", '1900-01-01T00:00:00.000', time],
      ["toDateTime64('2299-12-31 23:59:59.999999', 6, 'UTC')", '2299-12-31T23:59:59.999', time],
      ["toDateTime64('2262-04-11 23:47:16.854775807', 9, 'UTC')", '2262-04-11T23:47:16.854', time],
      ["toDateTime64('1900-01-01 00:00:00.000000001', 9, 'UTC')", '1900-01-01T00:00:00.000', time],
      ["CAST('14:30:25', 'Time')", '14:30:25', shown],
      ["CAST('-100:20:30', 'Time')", '-100:20:30', shown],
      ["CAST('14:30:25.1234', 'Time64(4)')", '14:30:25.1234', shown],
      ["CAST('-00:00:00.5', 'Time64(1)')", '-00:00:00.5', shown],
      ["toUUID('12151fd2-7586-11e9-8f9e-2a86e4085a59')", '12151fd2-7586-11e9-8f9e-2a86e4085a59', shown],
      ["toIPv4('10.0.0.1')", '10.0.0.1', shown],
      ['CAST(\'{"a": {"b": 1.5}, "c": [1, null]}\', \'JSON\')', '{"a":{"b":1.5},"c":[1,null]}', shown],
      ['[1, 2]', '[1,2]', shown],
      ["[toInt64('9223372036854775807'), NULL]", '["9223372036854775807",null]', shown],
      ["[toDecimal32('1.10', 2)]", '["1.10"]', shown],
      ["['1', 'a\"b']", '["1","a\\"b"]', shown],
      ['[toFloat64(1.5), nan, -inf]', '[1.5,"NaN","-Infinity"]', shown],
      ['[[true], []]', '[[true],[]]', shown],
      ["[toDate('2024-01-31')]", '["2024-01-31T00:00:00.000"]', shown],
      ["[unhex('FF')]", '["\\\\xFF"]', shown],
      ['[]', '[]', shown],
      ["tuple(1, 'x', NULL)", '[1,"x",null]', shown],
      ["CAST(tuple(1, ['x']), 'Tuple(a UInt8, `b c\\\\`` Array(String))')", '{"a":1,"b c`":["x"]}', shown],
      ["map('a', 1.5, '__proto__', nan)", '{"a":1.5,"__proto__":"NaN"}', shown],
      ['map(1, [toNullable(2), NULL])', '{"1":[2,null]}', shown],
      ["CAST((1.5, 2), 'Point')", '[1.5,2]', shown],
      ["CAST([[(0, 1), (2, 3)]], 'Polygon')", '[[[0,1],[2,3]]]', shown],
    ];
    const read = await valuesOf(
      engine,
      cases.map(([sql]) => sql),
    );
    expect(read.map(([value, column], index) => [cases[index]?.[0], value, column])).toEqual(cases);
  });

  it('writes IPv6 addresses like the server', async () => {
    const { engine } = await databaseForTest();
    const addresses = [
      '::',
      '::1',
      '::ffff:1.2.3.4',
      '::1.2.3.4',
      '2001:db8:0:0:1:0:0:1',
      '1:0:2::',
      'fe80::1:2',
      '1::8',
    ];
    for (const address of addresses) {
      const [row] = await rowsOf(engine, `SELECT toIPv6('${address}') AS a, toString(a)`);
      expect(row?.[0]).toBe(row?.[1]);
    }
  });

  it.each([
    ['AggregateFunction', 'sumState(1)'],
    ['Variant', "CAST(1, 'Variant(UInt8, String)')"],
    ['Dynamic', "CAST(1, 'Dynamic')"],
    ['IntervalDay', 'toIntervalDay(1)'],
    ['QBit', "CAST([1, 2, 3, 4, 5, 6, 7, 8], 'QBit(Float32, 8)')"],
    ['Variant', "[CAST(1, 'Variant(UInt8, String)')]"],
  ])('refuses the type %s by its name', async (name, sql) => {
    const { engine } = await databaseForTest();
    await expect(rowsOf(engine, `SELECT ${sql} AS x`)).rejects.toMatchObject({
      errorClass: 'statement',
      cause: { message: expect.stringMatching(`the column 'x' has the type .*${name}.*; cast it to String`) },
    });
  });

  it('knows every type of the server', async () => {
    const { ask } = await databaseForTest();
    const names = await ask("SELECT name FROM system.data_type_families WHERE alias_to = '' ORDER BY name");
    expect(names.trim().split('\n')).toMatchInlineSnapshot(`
      [
        "AggregateFunction",
        "Array",
        "BFloat16",
        "Bool",
        "Date",
        "Date32",
        "DateTime",
        "DateTime32",
        "DateTime64",
        "Decimal",
        "Decimal128",
        "Decimal256",
        "Decimal32",
        "Decimal64",
        "Dynamic",
        "Enum",
        "Enum16",
        "Enum8",
        "FixedString",
        "Float32",
        "Float64",
        "Geometry",
        "IPv4",
        "IPv6",
        "Int128",
        "Int16",
        "Int256",
        "Int32",
        "Int64",
        "Int8",
        "IntervalDay",
        "IntervalHour",
        "IntervalMicrosecond",
        "IntervalMillisecond",
        "IntervalMinute",
        "IntervalMonth",
        "IntervalNanosecond",
        "IntervalQuarter",
        "IntervalSecond",
        "IntervalWeek",
        "IntervalYear",
        "JSON",
        "LineString",
        "LowCardinality",
        "Map",
        "MultiLineString",
        "MultiPoint",
        "MultiPolygon",
        "Nested",
        "Nothing",
        "Nullable",
        "Point",
        "Polygon",
        "QBit",
        "Ring",
        "SimpleAggregateFunction",
        "String",
        "Time",
        "Time64",
        "Tuple",
        "UInt128",
        "UInt16",
        "UInt256",
        "UInt32",
        "UInt64",
        "UInt8",
        "UUID",
        "Variant",
      ]
    `);
  });

  it('takes parameters as texts, booleans and NULL', async () => {
    const { engine } = await databaseForTest();
    const hostile = `it's "x" \\ \\N -- ; {p2:String} \t\r\n\0\b\f😀 ' || '`;
    const sql = 'SELECT {p1:String}, {p2:Decimal(38, 2)}, {p3:Nullable(Int64)}, {p4:Bool}, {p5:Nullable(String)}';
    const number = '123456789012345678901234567890123456.78';
    expect(await rowsOf(engine, sql, [hostile, number, null, true, String.raw`\N`])).toEqual([
      [hostile, number, null, true, String.raw`\N`],
    ]);
    const long = hostile.repeat(3000);
    expect(await rowsOf(engine, 'SELECT {p1:String}', [long])).toEqual([[long]]);
  });

  it('tells the columns of an empty result, and reads many rows', async () => {
    const { engine } = await databaseForTest();
    const { columns, batches } = await engine.run(
      { text: 'SELECT number, \'x\' AS "a ""b""", \'x\' AS `a` FROM numbers(0)', params: [] },
      new AbortController().signal,
    );
    expect(columns).toEqual([
      { name: 'number', ...decimal(20, 0) },
      { name: 'a "b"', ...text },
      { name: 'a', ...text },
    ]);
    expect(await batches[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
    const rows = await rowsOf(engine, 'SELECT number, toString(number) FROM numbers(100000)');
    expect(rows).toHaveLength(100_000);
    expect(rows.every(([number, shownNumber], index) => number === shownNumber && number === String(index))).toBe(true);
  });

  it('is in UTC, and changes no setting for a statement', async () => {
    const { engine } = await databaseForTest();
    expect(await rowsOf(engine, 'SELECT timezone(), toHour(toDateTime(0))')).toEqual([['UTC', '0']]);
    for (const clause of ['SETTINGS limit = 1', 'SETTINGS final', 'FORMAT JSON'])
      await expect(rowsOf(engine, `SELECT 1 ${clause}`)).rejects.toMatchObject({ errorClass: 'forbidden' });
  });

  it('describes tables with their columns and comments', async () => {
    const { engine, ask, settings } = await databaseForTest();
    await ask(
      `CREATE TABLE orders (id UInt64 COMMENT 'The number', total SimpleAggregateFunction(sum, UInt64) NOT NULL, "a ""b""" Decimal(10, 2) NOT NULL, at DateTime64(6, 'UTC') NOT NULL, items Array(String) NOT NULL, kind LowCardinality(Nullable(String)) NOT NULL) ENGINE = Memory COMMENT 'All orders'`,
    );
    await ask('CREATE VIEW done AS SELECT id FROM orders');
    const tables = await engine.describeTables(new AbortController().signal);
    const own = tables.filter(({ schema }) => schema === settings.database).map(({ schema: _, ...table }) => table);
    expect(own).toMatchInlineSnapshot(`
      [
        {
          "columns": [
            {
              "engineType": "Nullable(UInt64)",
              "isNullable": true,
              "name": "id",
              "type": "number",
            },
          ],
          "foreignKeys": [],
          "isOnPath": true,
          "kind": "view",
          "name": "done",
          "primaryKey": [],
          "uniqueKeys": [],
        },
        {
          "columns": [
            {
              "comment": "The number",
              "engineType": "Nullable(UInt64)",
              "isNullable": true,
              "name": "id",
              "type": "number",
            },
            {
              "engineType": "SimpleAggregateFunction(sum, UInt64)",
              "isNullable": false,
              "name": "total",
              "type": "number",
            },
            {
              "engineType": "Decimal(10, 2)",
              "isNullable": false,
              "name": "a "b"",
              "type": "number",
            },
            {
              "engineType": "DateTime64(6, 'UTC')",
              "isNullable": false,
              "name": "at",
              "type": "time",
            },
            {
              "engineType": "Array(String)",
              "isNullable": false,
              "name": "items",
            },
            {
              "engineType": "LowCardinality(Nullable(String))",
              "isNullable": true,
              "name": "kind",
              "type": "string",
            },
          ],
          "comment": "All orders",
          "estimatedRows": 0,
          "foreignKeys": [],
          "isOnPath": true,
          "kind": "table",
          "name": "orders",
          "primaryKey": [],
          "uniqueKeys": [],
        },
      ]
    `);
    const [first] = await engine.describeTables(new AbortController().signal, 1);
    expect(first).toEqual(tables[0]);
  });

  it('finds the rows of a condition with OR where a column has several skip indexes', async () => {
    const { engine, ask } = await databaseForTest();
    const indexes = ['minmax', 'set(10)'].map((type, at) => `INDEX i${at} status TYPE ${type} GRANULARITY 1`);
    await ask(`
CREATE TABLE marks (id Int32 NOT NULL, status Enum8('new' = 1, 'old' = 2) NOT NULL, ${indexes.join(', ')})
ENGINE = MergeTree ORDER BY id SETTINGS index_granularity = 1`);
    await ask("INSERT INTO marks VALUES (1, 'new'), (2, 'old')");
    const found = await rowsOf(
      engine,
      "SELECT id FROM marks WHERE toString(status) <> 'new' OR toString(status) IS NULL",
    );
    expect(found).toEqual([['2']]);
  });
});
