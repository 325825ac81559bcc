import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settingsForTest } from '../../duckdb/engine-for-test.ts';
import type { Batch, Engine } from '../../engine.ts';
import { openDuckDb } from '../../open-engine.ts';
import { encodeRows } from '../encode-rows.ts';
import { messagesIn, useServerMessages } from './server-messages-for-test.ts';
import type { WireRowEncoding } from './wire-encoding.ts';

const server = useServerMessages();

let engine: Engine;
beforeAll(async () => {
  engine = await openDuckDb(settingsForTest({ projectDirectory: tmpdir(), temporaryDirectory: tmpdir() }));
});
afterAll(() => engine.close());

async function fromDuckDb(sql: string, encoding: Omit<WireRowEncoding, 'format'>): Promise<readonly Buffer[]> {
  const result = await engine.run({ text: sql, params: [] }, new AbortController().signal);
  const { data } = await encodeRows(result, { format: 'wire', ...encoding }, 2 ** 30);
  return messagesIn(Buffer.concat(data));
}

async function fromValues(
  values: readonly (string | boolean | null)[],
  encoding: Omit<WireRowEncoding, 'format'>,
): Promise<readonly Buffer[]> {
  const batches: Batch[] = [{ rowCount: values.length, columns: [values] }];
  const { data } = await encodeRows({ columns: [], batches }, { format: 'wire', ...encoding }, 2 ** 30);
  return messagesIn(Buffer.concat(data));
}

const column = (oid: number, isBinary: boolean, typmod = -1) => ({ name: 'x', output: 0, oid, typmod, isBinary });

/** PostgreSQL's type and its object id, expressions of DuckDB, and of PostgreSQL where they differ. */
const scalars: readonly (readonly [
  type: string,
  oid: number,
  values: readonly (string | readonly [string, string])[],
])[] = [
  ['boolean', 16, ['true', 'false', 'NULL']],
  ['smallint', 21, ['0::SMALLINT', '(-32768)::SMALLINT', '32767::INTEGER', 'NULL']],
  [
    'integer',
    23,
    ['(-2147483648)::INTEGER', '2147483647::BIGINT', ['5::HUGEINT', '5'], '7.00::DECIMAL(5,2)', ['8::DOUBLE', '8']],
  ],
  [
    'bigint',
    20,
    ['9223372036854775807', '-9223372036854775808', '9007199254740993', '-1', '4294967296', ['3::DOUBLE', '3']],
  ],
  ['oid', 26, ['4294967295::BIGINT', '0', ['25::UINTEGER', '25']]],
  [
    'double precision',
    701,
    [
      ...[
        '3',
        '0.1',
        '-0.5',
        '1e15',
        '1e14',
        '123456789012345.5',
        '999999999999999',
        '1e21',
        '1e-4',
        '1e-5',
        '1.5e300',
      ],
      ...['5e-324', '1.7976931348623157e308', '12.34', '100000', '0.30000000000000004', '123456.789', '1e-7'],
    ].map((text) => `CAST('${text}' AS DOUBLE PRECISION)`),
  ],
  [
    'double precision',
    701,
    [
      ...["'NaN'::DOUBLE PRECISION", "'Infinity'::DOUBLE PRECISION", "'-Infinity'::DOUBLE PRECISION"],
      ...["'-0'::DOUBLE PRECISION", '12.50::DECIMAL(4,2)', '-7::BIGINT', '1.5::REAL', 'NULL'],
    ],
  ],
  [
    'real',
    700,
    [
      ...['3', '0.1', '1e6', '999999', '1e-4', '1e-5', '3.4028235e38', '1.17549435e-38', '16777216', '-0', '0.3'],
      ...['NaN', 'Infinity', '-Infinity', '123456.7'],
    ].map((text) => `CAST('${text}' AS REAL)`),
  ],
  [
    'numeric',
    1700,
    [
      ...[
        '0::DECIMAL(1,0)',
        '1::DECIMAL(4,0)',
        '10000::DECIMAL(9,0)',
        '-0.05::DECIMAL(4,2)',
        '12345.678::DECIMAL(18,3)',
      ],
      ...['99999999999999999999999999999999999999::DECIMAL(38,0)', '0.0001::DECIMAL(38,18)', '100::DECIMAL(5,2)'],
      ...['-99999999999999.9999::DECIMAL(18,4)', '0.00000001::DECIMAL(12,8)', '1234567890123456.78::DECIMAL(18,2)'],
      ...['0.000::DECIMAL(5,3)', '20000::DECIMAL(18,4)', '5::BIGINT', 'NULL'],
      ["'NaN'::DOUBLE", "'NaN'::numeric"] as const,
      ["'-Infinity'::DOUBLE", "'-Infinity'::numeric"] as const,
      ['170141183460469231731687303715884105727::HUGEINT', '170141183460469231731687303715884105727'] as const,
    ],
  ],
  ['text', 25, ["''", "'a'", "'twelve bytes'", "'thirteen byte'", "'漢字 🙂 Ünïcode'", "repeat('ab', 5000)", 'NULL']],
  ['date', 1082, ["DATE '2024-01-31'", "DATE '1970-01-01'", "DATE '9999-12-31'", "DATE '12024-02-29'"]],
  [
    'date',
    1082,
    [
      ["DATE '0044-03-15 (BC)'", "DATE '0044-03-15 BC'"],
      ["DATE '0001-12-31 (BC)'", "DATE '0001-12-31 BC'"],
      "DATE 'infinity'",
      "DATE '-infinity'",
      "DATE '0001-01-01'",
      'NULL',
    ],
  ],
  ['uuid', 2950, ["'7f3c0c1e-0000-4000-8000-0000000000ff'::UUID", 'NULL']],
  [
    'bytea',
    17,
    [
      ["'\\x41\\xFF\\x00\\x27 z'::BLOB", "'\\x41ff0027207a'::bytea"],
      ["''::BLOB", "''::bytea"],
    ],
  ],
  [
    'bytea',
    17,
    [
      ["'a\\x5CxFF'::BLOB", "'\\x615c784646'::bytea"],
      ["repeat('ab',9)::BLOB", "repeat('ab',9)::bytea"],
    ],
  ],
  ['time', 1083, ["TIME '12:34:56.5'", "TIME '00:00:00'", "TIME '24:00:00'", "TIME '23:59:59.999999'"]],
  ['json', 114, [`'{"a":  [1]}'::JSON`]],
  ['jsonb', 3802, [[`'{"a": 1}'::JSON`, `'{"a": 1}'::jsonb`]]],
  ['name', 19, [["'pg_class'", "'pg_class'"]]],
  ['"char"', 18, [["'r'", "'r'"]]],
  ['integer[]', 1007, ['[1, NULL, 3]', '[]', '[[1, 2], [3, 4]]', 'NULL'].map(asArray)],
  ['bigint[]', 1016, ['[9007199254740993, -1]'].map(asArray)],
  ['text[]', 1009, [`['a', NULL, 'b"c', '', 'NULL', 'null', '{x,y}', 'back\\slash', 'a b', ' ', 'ü']`].map(asArray)],
  [
    'double precision[]',
    1022,
    [["[1.5::DOUBLE, 'NaN', 'Infinity', 1e20]", "ARRAY[1.5, 'NaN', 'Infinity', 1e20]::float8[]"]],
  ],
  ['numeric[]', 1231, [['[1.50::DECIMAL(4,2), 0]', 'ARRAY[1.50, 0.00]']]],
  ['boolean[]', 1000, ['[true, false, NULL]'].map(asArray)],
  ['date[]', 1182, ["[DATE '2024-01-01', DATE 'infinity', DATE '-infinity']"].map(asArray)],
  ['uuid[]', 2951, ["['7f3c0c1e-0000-4000-8000-0000000000ff'::UUID]"].map(asArray)],
  ['bytea[]', 1001, [["['\\x00\\xFF'::BLOB]", "ARRAY['\\x00ff'::bytea]"]]],
  ['"char"[]', 1002, [["['r', 'p']", `ARRAY['r', 'p']::"char"[]`]]],
  [
    'int2vector',
    22,
    [
      ['[1, 2]', "'1 2'::int2vector"],
      ["'3 4'", "'3 4'::int2vector"],
      ['[]::INT[]', "''::int2vector"],
    ],
  ],
  ['oidvector', 30, [['[1, 4294967295]', "'1 4294967295'::oidvector"]]],
];

function asArray(list: string): readonly [string, string] {
  return [list, list === 'NULL' ? list : list === '[]' ? "'{}'" : `ARRAY${list}`];
}

const cases = scalars.flatMap(([type, oid, values]) =>
  [false, true].map((isBinary) => [isBinary ? 'binary' : 'text', type, oid, values, isBinary] as const),
);

it.each(cases)('writes the %s form of %s as PostgreSQL does', async (_, type, oid, values, isBinary) => {
  const pairs = values.map((value) => (typeof value === 'string' ? ([value, value] as const) : value));
  for (const [duckdb, postgres] of pairs) {
    const ours = await fromDuckDb(`SELECT ${duckdb}`, { framing: 'rows', columns: [column(oid, isBinary)] });
    const theirs = await server.messages(`SELECT (${postgres})::${type}`, 'D', isBinary);
    expect([duckdb, ...ours.map(shown)]).toEqual([duckdb, ...theirs.map(shown)]);
  }
});

function shown(message: Buffer): string {
  return message.toString('latin1');
}

/** Times of DuckDB and of PostgreSQL, and the text form, which has six decimals in any case. */
const times = [
  ["TIMESTAMP '2024-01-31 10:00:00'", '2024-01-31 10:00:00.000000'],
  ["TIMESTAMP '2024-01-31 10:00:00.123456'", '2024-01-31 10:00:00.123456'],
  ["TIMESTAMP '1969-12-31 23:59:59.999999'", '1969-12-31 23:59:59.999999'],
  ["TIMESTAMP '0001-01-01 00:00:00'", '0001-01-01 00:00:00.000000'],
  ["TIMESTAMP '0044-03-15 (BC) 10:00:00.5'", '0044-03-15 10:00:00.500000 BC'],
  ["TIMESTAMP '294246-12-31 23:59:59.999999'", '294246-12-31 23:59:59.999999'],
  ["TIMESTAMP '12024-02-29 01:02:03'", '12024-02-29 01:02:03.000000'],
  ["TIMESTAMP '2262-01-01 00:00:00.000001'", '2262-01-01 00:00:00.000001'],
  ["TIMESTAMP '2300-01-01 00:00:00.000001'", '2300-01-01 00:00:00.000001'],
  ["TIMESTAMP '1600-01-01 00:00:00.000001'", '1600-01-01 00:00:00.000001'],
  ["TIMESTAMP_S '2024-01-31 10:00:00'", '2024-01-31 10:00:00.000000'],
  ["TIMESTAMP_MS '2024-01-31 10:00:00.25'", '2024-01-31 10:00:00.250000'],
  ["TIMESTAMP_NS '2024-01-31 10:00:00.123456789'", '2024-01-31 10:00:00.123456'],
  ["TIMESTAMP_NS '1960-01-31 10:00:00.123456789'", '1960-01-31 10:00:00.123456'],
  ["DATE '2024-01-31'", '2024-01-31 00:00:00.000000'],
  ["TIMESTAMP 'infinity'", 'infinity'],
  ["TIMESTAMP '-infinity'", '-infinity'],
  ["TIMESTAMP_NS 'infinity'", 'infinity'],
  ["DATE '-infinity'", '-infinity'],
] as const;

it('writes times with all their microseconds', async () => {
  for (const [duckdb, text] of times) {
    const zoned = /\d$/.test(text) ? `${text}+00` : text.replace(' BC', '+00 BC');
    for (const [oid, type, written] of [
      [1114, 'timestamp', text],
      [1184, 'timestamptz', text.includes('inf') ? text : zoned],
    ] as const) {
      const [ours] = await fromDuckDb(`SELECT ${duckdb}`, { framing: 'rows', columns: [column(oid, false)] });
      expect([duckdb, fieldOf(ours)]).toEqual([duckdb, written]);
      const binary = await fromDuckDb(`SELECT ${duckdb}`, { framing: 'rows', columns: [column(oid, true)] });
      const theirs = await server.messages(`SELECT '${written}'::${type}`, 'D', true);
      expect([duckdb, ...binary.map(shown)]).toEqual([duckdb, ...theirs.map(shown)]);
    }
  }
});

const intervals = [
  "INTERVAL '1 year 2 months 3 days 04:05:06.5'",
  "INTERVAL '2 years 1 month 1 day 100:00:00'",
  "INTERVAL '-14 months -3 days'",
  "INTERVAL '-1 month 3 days 04:05:06'",
  "INTERVAL '1 month -3 days 04:05:06'",
  "INTERVAL '-04:05:06'",
  "INTERVAL '-0.5 seconds'",
  "INTERVAL '100 hours'",
  "INTERVAL '0 days'",
];

it('writes intervals', async () => {
  for (const sql of intervals) {
    for (const given of [`SELECT ${sql}`, `SELECT (${sql})::VARCHAR`]) {
      const texts = await fromDuckDb(given, { framing: 'rows', columns: [column(1186, false)] });
      const written = await server.messages(`SELECT ${sql}`, 'D', false);
      expect([given, ...texts.map(fieldOf)]).toEqual([given, ...written.map(fieldOf)]);
      const binary = await fromDuckDb(given, { framing: 'rows', columns: [column(1186, true)] });
      const theirs = await server.messages(`SELECT ${sql}`, 'D', true);
      expect([given, ...binary.map(shown)]).toEqual([given, ...theirs.map(shown)]);
    }
  }
});

/** The text of the only field of a message. */
function fieldOf(message: Buffer | undefined): string | undefined {
  return message?.toString('utf8', 11);
}

it('writes times in lists', async () => {
  const list = "TIMESTAMP '0044-03-15 (BC)', 'infinity', '-infinity'";
  const [text] = await fromDuckDb(`SELECT [${list}]`, { framing: 'rows', columns: [column(1115, false)] });
  expect(fieldOf(text)).toBe('{"0044-03-15 00:00:00.000000 BC",infinity,-infinity}');
  const binary = await fromDuckDb(`SELECT [${list}]`, { framing: 'rows', columns: [column(1115, true)] });
  const theirs = await server.messages(`SELECT ARRAY[${list.replace('(BC)', 'BC')}]`, 'D', true);
  expect(binary.map(shown)).toEqual(theirs.map(shown));
});

it('writes the shortest digits of any double and any float', async () => {
  const random = randomBits();
  const view = new DataView(new ArrayBuffer(8));
  const doubles = Array.from({ length: 3000 }, (_, index) => {
    view.setUint32(0, random());
    view.setUint32(4, index % 3 === 0 ? 0 : random());
    return index < 600 ? 2 ** (index - 300) : view.getFloat64(0);
  }).filter(Number.isFinite);
  const singles = doubles.map((_, index) => {
    view.setUint32(0, random());
    return index < 200 ? 2 ** (index - 100) : view.getFloat32(0);
  });
  for (const [type, oid, values] of [
    ['float8', 701, doubles],
    ['float4', 700, singles.filter(Number.isFinite)],
  ] as const) {
    const list = values.map((value) => `'${value}'`).join(',');
    const theirs = await server.messages(`SELECT unnest(ARRAY[${list}]::${type}[])`, 'D');
    const ours = await fromValues(values.map(String), { framing: 'rows', columns: [column(oid, false)] });
    expect(ours.map(fieldOf)).toEqual(theirs.map(fieldOf));
  }
});

/** The same numbers of 32 bits in every run. */
function randomBits(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Columns of DuckDB over `i`, of PostgreSQL where they differ, and their object ids. */
const many = [
  ["'short ' || i % 7", undefined, 25],
  ["repeat('länger ', (i % 40)::INT)", "repeat('länger ', (i % 40)::INT)", 25],
  ['i', 'i::bigint', 20],
  ['i::INTEGER', undefined, 23],
  ['(i * 7 % 1000) / 8.0::DOUBLE PRECISION', undefined, 701],
  ["TIMESTAMP '2024-01-31 10:00:00' + i * INTERVAL '61 seconds'", undefined, 1114],
  ["DATE '2024-01-31' + i::INTEGER", undefined, 1082],
  ['i % 3 = 0', undefined, 16],
  ['(i * 12345)::DECIMAL(18, 3)', undefined, 1700],
] as const;

it.each([true, false])('writes many rows, of which some values are NULL (binary: %s)', async (isBinary) => {
  const select = (side: 0 | 1, source: string, wanted: readonly number[]) =>
    `SELECT ${wanted
      .map((index) => {
        const [duckdb = '', postgres] = many[index] ?? [];
        const value = side === 0 ? duckdb : (postgres ?? duckdb);
        return `CASE WHEN i % ${index + 5} = 1 THEN NULL ELSE ${value} END`;
      })
      .join(', ')} FROM ${source} AS t (i) ORDER BY t.i`;
  const all = many.map((_, index) => index);
  // In text, times have other decimals than those of the server.
  const wanted = isBinary ? all : all.filter((index) => many[index]?.[2] !== 1114);
  const columns = wanted.map((index, output) => ({
    ...{ name: `c${index}`, output, typmod: -1, isBinary },
    oid: many[index]?.[2] ?? 0,
  }));
  const ours = await fromDuckDb(select(0, 'range(5000)', wanted), { framing: 'rows', columns });
  const theirs = await server.messages(select(1, 'generate_series(0, 4999)', wanted), 'D', isBinary);
  expect(ours.length).toBe(5000);
  expect(ours.map(shown)).toEqual(theirs.map(shown));
});

it('refuses a zero byte in a text of the memory of DuckDB', async () => {
  for (const sql of [
    "SELECT 'a' || chr(0)",
    "SELECT repeat('a', 200) || chr(0)",
    "SELECT 'a' || chr(0) FROM range(5000)",
  ]) {
    await expect(fromDuckDb(sql, { framing: 'rows', columns: [column(25, true)] })).rejects.toHaveProperty(
      'cause.message',
      expect.stringContaining('zero byte'),
    );
  }
});

it('writes values that are larger than a piece', async () => {
  const sql = "SELECT repeat('0123456789', 100_000) FROM range(5)";
  const rows = await fromDuckDb(sql, { framing: 'copy-binary', columns: [column(25, true)] });
  expect(rows.map(({ length }) => length)).toEqual(Array.from({ length: 5 }, () => 1_000_011));
});
