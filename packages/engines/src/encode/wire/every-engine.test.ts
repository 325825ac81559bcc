import { expect, it } from 'vitest';
import { describeClickhouse } from '../../../../../tests/servers/clickhouse.ts';
import { describeTrino } from '../../../../../tests/servers/trino.ts';
import { databaseForTest as clickhouseForTest } from '../../clickhouse/clickhouse-for-test.ts';
import type { Engine } from '../../engine.ts';
import { databaseForTest as mysqlForTest } from '../../mysql/mysql-for-test.ts';
import { useDatabase } from '../../postgres/postgres-for-test.ts';
import { schemaForTest } from '../../trino/trino-for-test.ts';
import { encodeRows } from '../encode-rows.ts';
import { messagesIn } from './server-messages-for-test.ts';

const postgres = useDatabase();

type ValueCase = readonly [sql: string, oid: number, text: string | null];

async function expectTexts(engine: Engine, cases: readonly ValueCase[]): Promise<void> {
  const text = `SELECT ${cases.map(([sql], index) => `${sql} AS c${index}`).join(', ')}`;
  const result = await engine.run({ text, params: [] }, new AbortController().signal);
  const columns = cases.map(([, oid], output) => ({ name: `c${output}`, output, oid, typmod: -1, isBinary: false }));
  const { data } = await encodeRows(result, { format: 'wire', framing: 'rows', columns }, 2 ** 20);
  const [row] = messagesIn(Buffer.concat(data));
  expect(fieldsOf(row ?? Buffer.alloc(0)).map((field, index) => [cases[index]?.[0], field])).toEqual(
    cases.map(([sql, , shown]) => [sql, shown]),
  );
}

function fieldsOf(row: Buffer): readonly (string | null)[] {
  let at = 7;
  return Array.from({ length: row.readInt16BE(5) }, () => {
    const length = row.readInt32BE(at);
    at += 4 + Math.max(0, length);
    return length < 0 ? null : row.toString('utf8', at - length, at);
  });
}

const digits = '9'.repeat(38);

it('writes the values of PostgreSQL', async () => {
  await expectTexts(await postgres.open(), [
    ["'NaN'::float8", 701, 'NaN'],
    ["'-Infinity'::float4", 700, '-Infinity'],
    ["'NaN'::numeric", 1700, 'NaN'],
    ["'-Infinity'::numeric", 1700, '-Infinity'],
    ["'-0'::float8", 701, '-0'],
    ['1e300::float8', 701, '1e+300'],
    [`${digits}::numeric`, 1700, digits],
    ["'infinity'::timestamp", 1114, 'infinity'],
    ["'-infinity'::date", 1082, '-infinity'],
    ["'2024-01-31 10:00:00.123456'::timestamp", 1114, '2024-01-31 10:00:00.123456'],
    ["'2024-01-31 10:00:00.5+02'::timestamptz", 1184, '2024-01-31 08:00:00.500000+00'],
    ["'0044-03-15 10:00:00 BC'::timestamp", 1114, '0044-03-15 10:00:00.000000 BC'],
    ["'12024-02-29'::date", 1082, '12024-02-29'],
    ["'\\x5c784646'::bytea", 17, '\\x5c784646'],
    ["ARRAY['a', NULL, 'b c']", 1009, '{a,NULL,"b c"}'],
    ["ARRAY['NaN'::float8, 1.5]", 1022, '{NaN,1.5}'],
    ["INTERVAL '1 day -00:00:01'", 1186, '1 day -00:00:01'],
    ['true', 16, 't'],
    ['NULL::float8', 701, null],
    ['NULL::timestamp', 1114, null],
  ]);
});

it('writes the values of MariaDB', async () => {
  const { open } = await mysqlForTest();
  await expectTexts(await open(), [
    ["CAST('2024-01-31 10:00:00.123456' AS DATETIME(6))", 1114, '2024-01-31 10:00:00.123456'],
    ["CAST('2024-01-31 10:00:00' AS DATETIME)", 1114, '2024-01-31 10:00:00.000000'],
    ["DATE '9999-12-31'", 1082, '9999-12-31'],
    [`CAST(${digits} AS DECIMAL(38, 0))`, 1700, digits],
    ['1e300', 701, '1e+300'],
    ['18446744073709551615', 1700, '18446744073709551615'],
    ['1 = 1', 16, 't'],
    ['CAST(NULL AS DATETIME(6))', 1114, null],
  ]);
});

describeTrino('Trino', () => {
  it('writes its values', async () => {
    const { open } = await schemaForTest();
    await expectTexts(await open(), [
      ['nan()', 701, 'NaN'],
      ['-infinity()', 701, '-Infinity'],
      ['CAST(infinity() AS real)', 700, 'Infinity'],
      ['1e300', 701, '1e+300'],
      [`DECIMAL '${digits}'`, 1700, digits],
      ["TIMESTAMP '2024-01-31 10:00:00.123456789012'", 1114, '2024-01-31 10:00:00.123456'],
      ["TIMESTAMP '2024-01-31 10:00:00 +02:00'", 1184, '2024-01-31 08:00:00.000000+00'],
      ["DATE '-0043-03-15'", 1082, '0044-03-15 BC'],
      ["ARRAY['a', NULL]", 1009, '{a,NULL}'],
      ['CAST(NULL AS double)', 701, null],
    ]);
  });
});

describeClickhouse('ClickHouse', () => {
  it('writes its values', async () => {
    const { engine } = await clickhouseForTest();
    await expectTexts(engine, [
      ['nan', 701, 'NaN'],
      ['-inf', 701, '-Infinity'],
      ["toFloat32('inf')", 700, 'Infinity'],
      ['toNullable(nan)', 701, 'NaN'],
      ['1e300', 701, '1e+300'],
      [`toDecimal128('${digits}', 0)`, 1700, digits],
      ["toDateTime64('2024-01-31 10:00:00.123456789', 9, 'UTC')", 1114, '2024-01-31 10:00:00.123456'],
      ["toDateTime64('1960-01-31 10:00:00.5', 6, 'UTC')", 1114, '1960-01-31 10:00:00.500000'],
      ["toDateTime('2024-01-31 10:00:00', 'UTC')", 1114, '2024-01-31 10:00:00.000000'],
      ["['a', NULL]", 1009, '{a,NULL}'],
      ['CAST(NULL AS Nullable(Float64))', 701, null],
    ]);
  });
});
