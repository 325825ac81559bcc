import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresDatabase, type TestDatabase } from '../../../../tests/servers/postgres.ts';
import { StatementRefused } from '../refusal.ts';
import { type SqlType, typeNamed } from '../types/index.ts';
import { wireParts } from './index.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await postgresDatabase();
  client = new pg.Client({ connectionString: database.url, types: { getTypeParser: () => String } });
  await client.connect();
  await client.query("SET timezone = 'UTC'; SET bytea_output = 'hex'");
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

function typeOf(name: string): SqlType {
  const type = typeNamed({ name: name.replace('[]', ''), isArray: name.endsWith('[]') });
  if ('refusal' in type) throw new Error(type.refusal);
  return type;
}

const read = (name: string, value: string | Uint8Array | null) => {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return wireParts.readParameter(typeOf(name), { bytes, isBinary: typeof value !== 'string' }, 1, 'UTC');
};

/** The binary form of a value, by PostgreSQL. */
async function binaryOf(name: string, text: string): Promise<Buffer> {
  const send = { bool: 'boolsend', int2: 'int2send', int4: 'int4send', int8: 'int8send', 'text[]': 'array_send' }[name];
  const functions: Record<string, string> = {
    float4: 'float4send',
    float8: 'float8send',
    numeric: 'numeric_send',
    text: 'textsend',
    date: 'date_send',
    time: 'time_send',
    timestamp: 'timestamp_send',
    timestamptz: 'timestamptz_send',
    interval: 'interval_send',
    uuid: 'uuid_send',
    bytea: 'byteasend',
    json: 'json_send',
    jsonb: 'jsonb_send',
    name: 'namesend',
    oid: 'oidsend',
    regclass: 'regclasssend',
  };
  const made = send ?? functions[name] ?? 'array_send';
  const { rows } = await client.query<{ hex: string }>(`SELECT encode(${made}($1::${name}), 'hex') AS hex`, [text]);
  return Buffer.from(rows[0]?.hex ?? '', 'hex');
}

/** Whether PostgreSQL takes both for one value of the type. */
async function isSame(name: string, one: string | null, other: string): Promise<boolean> {
  const asText = name === 'json' ? '::text' : '';
  const { rows } = await client.query<{ same: string }>(
    `SELECT ($1::${name}${asText} IS NOT DISTINCT FROM $2::${name}${asText}) AS same`,
    [one, other],
  );
  return rows[0]?.same === 't';
}

const values: readonly (readonly [type: string, ...texts: string[]])[] = [
  ['bool', 'true', 'false'],
  ['int2', '0', '-32768', '32767'],
  ['int4', '-1', '2147483647', '-2147483648'],
  ['int8', '9223372036854775807', '-9223372036854775808'],
  ['float4', '1.5', '0.1', '-0', '1e-30', '3.4e38', 'NaN', 'Infinity', '-Infinity'],
  ['float8', '0.1', '1e300', '-2.5e-300', '123456789.123456789', 'NaN', '-Infinity'],
  ['numeric', '0', '1', '-1.50', '12345678901234567890.123456789', '0.0001', '0.00001200', '10000', '100000000.0001'],
  ['text', '', 'a', 'ü€😀', 'a\nb\\c'],
  ['name', 'abc'],
  ['date', '2000-01-01', '1999-12-31', '2024-02-29', '0001-01-01', '9999-12-31', 'infinity', '-infinity'],
  ['time', '00:00:00', '23:59:59.999999', '12:30:00.5'],
  [
    'timestamp',
    '2000-01-01 00:00:00',
    '1999-12-31 23:59:59.999999',
    '2024-02-29 12:00:00.5',
    '1600-05-05 01:02:03',
    'infinity',
  ],
  ['timestamptz', '2024-02-29 12:00:00.25+00', '1969-12-31 23:00:00+00', '-infinity'],
  ['interval', '1 year 2 months 3 days 04:05:06.789', '-1 day', '-00:00:01', '200:00:00', '1 mon -1 day'],
  ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ['bytea', '\\x', '\\xdeadbeef00'],
  ['json', '{"a": [1, null]}'],
  ['jsonb', '{"a": [1, null]}'],
  ['text[]', '{}', '{a,"b,c",NULL,"d\\"e\\\\"}'],
  ['int4[]', '{1,-2,NULL}'],
  ['oid', '0', '4294967295'],
  ['oid[]', '{16,4294967295}'],
  ['regclass', 'pg_class', '1259'],
  ['timestamp[]', '{"2024-02-29 12:00:00"}'],
];

it.each(values.flatMap(([type, ...texts]) => texts.map((text) => [type, text] as const)))(
  'reads the binary form and the text of %s %s',
  async (type, text) => {
    const binary = read(type, await binaryOf(type, text));
    expect([type, text, await isSame(type, binary, text)]).toEqual([type, text, true]);
    expect([type, text, await isSame(type, read(type, text), text)]).toEqual([type, text, true]);
  },
);

it('reads what drivers send of times', () => {
  expect(read('date', '2023-01-01 +00')).toBe('2023-01-01');
  expect(read('date', '2023-01-01Z')).toBe('2023-01-01');
  expect(read('timestamp', '2023-01-01 10:00:00+02')).toBe('2023-01-01 10:00:00');
  expect(read('timestamp', '2023-01-01 10:00:00.123456 Z')).toBe('2023-01-01 10:00:00.123456');
  expect(read('timestamp', '2023-01-01 +00')).toBe('2023-01-01 00:00:00');
  expect(read('text', null)).toBeNull();
});

const codeOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof StatementRefused) return error.refusal.code;
    throw error;
  }
  return 'none';
};

it.each<[string, string | Uint8Array, string]>([
  ['int4', 'x', 'sql.value'],
  ['int4', '', 'sql.value'],
  ['int4', '99999999999', 'sql.out-of-range'],
  ['bool', 'perhaps', 'sql.value'],
  ['date', '2023-13-01', 'sql.time-range'],
  ['date', 'x', 'sql.time-value'],
  ['uuid', 'abc', 'sql.value'],
  ['json', '{', 'sql.value'],
  ['bytea', '\\xzz', 'sql.value'],
  ['text[]', 'a', 'sql.value'],
  ['text', Buffer.from([0xff]), 'sql.encoding'],
  ['text', Buffer.from([0x61, 0]), 'sql.encoding'],
  ['int4', Buffer.from([1, 2, 3]), 'sql.binary-value'],
  ['int8', Buffer.alloc(4), 'sql.binary-value'],
  ['bool', Buffer.alloc(0), 'sql.binary-value'],
  ['numeric', Buffer.from('0001000000000000', 'hex'), 'sql.binary-value'],
  ['numeric', Buffer.from('00017fff000000000001', 'hex'), 'sql.out-of-range'],
  ['numeric', Buffer.from('000100000000000027ff', 'hex'), 'sql.binary-value'],
  ['timestamp', Buffer.from('7ffffffffffffffe', 'hex'), 'sql.out-of-range'],
  ['date', Buffer.from('7ffffffe', 'hex'), 'sql.out-of-range'],
  ['time', Buffer.from('7ffffffffffffffe', 'hex'), 'sql.out-of-range'],
  ['jsonb', Buffer.from([2, 0x7b, 0x7d]), 'sql.binary-value'],
  ['text[]', Buffer.from('00000001000000000000001900000001', 'hex'), 'sql.binary-value'],
  ['text[]', Buffer.from('000000010000000000000019000000ff0000000100000001', 'hex'), 'sql.binary-value'],
  ['text[]', Buffer.from('00000001000000000000001700000001000000010000000400000001', 'hex'), 'sql.binary-value'],
])('refuses %s %s', (type, value, code) => {
  expect(codeOf(() => read(type, value))).toBe(code);
});

it('reads the binary form of object numbers, whose bytes may be characters, too', () => {
  const bytes = Buffer.from('1234');
  expect(read('oid', bytes)).toBe('825373492');
  expect(read('oid', Buffer.from([0xff, 0xff, 0xff, 0xff]))).toBe('4294967295');
  expect(() => read('oid', Buffer.from('12345'))).toThrow('incorrect binary data format');
  expect(() => read('inet', bytes)).toThrow('incorrect binary data format');
});

it('reads no more digits of an integer than one has', () => {
  expect(read('int8', `-${'0'.repeat(100)}12`)).toBe('-12');
  expect(read('int4', '+0007')).toBe('7');
  expect(() => read('int8', '9'.repeat(1000))).toThrow(/^.{0,200}out of range/);
});
