import { expect, it } from 'vitest';
import { encodeRows } from '../encode-rows.ts';

function encode(value: string, oid: number, isBinary: boolean): Promise<unknown> {
  const encoding = {
    format: 'wire',
    framing: 'rows',
    columns: [{ name: 'x', output: 0, oid, typmod: -1, isBinary }],
  } as const;
  return encodeRows({ columns: [], batches: [{ rowCount: 1, columns: [[value]] }] }, encoding, 2 ** 20);
}

it.each([
  ['a text with a zero byte', 'a\0b', 25, 'zero byte'],
  ['a list of texts with a zero byte', '["a\\u0000b"]', 1009, 'zero byte'],
  ['a number beyond its type', '32768', 21, 'out of range'],
  ['a number beyond four bytes', '-2147483649', 23, 'out of range'],
  ['a number beyond eight bytes', '9223372036854775808', 20, 'out of range'],
  ['a negative object id', '-1', 26, 'out of range'],
  ['a fraction where whole numbers are announced', '1.5', 20, 'not a whole number'],
  ['a word where numbers are announced', 'many', 1700, 'not written as one'],
  ['a word where doubles are announced', '', 701, 'not written as one'],
  ['a word where times are announced', 'today', 1114, 'not written as one'],
  ['a word where intervals are announced', '3 fortnights', 1186, 'not written as one'],
  ['a word where booleans are announced', 'yes', 16, 'neither true nor false'],
  ['an array of no shape', '[[1],[2,3]]', 1007, 'different lengths'],
  ['an array of lists and numbers', '[[1],2]', 1007, 'different lengths'],
  ['an array of seven dimensions', '[[[[[[[1]]]]]]]', 1007, 'dimensions'],
  ['a text where arrays are announced', 'abc', 1007, 'not a list'],
])('refuses %s', async (_, value, oid, reason) => {
  for (const isBinary of [false, true]) {
    const error: unknown = await encode(value, oid, isBinary).catch((reason_: unknown) => reason_);
    expect(error).toMatchObject({ name: 'EngineError', errorClass: 'conversion' });
    expect((error as Error).cause).toHaveProperty('message', expect.stringContaining(reason));
  }
});

it('refuses a name in the binary form of an object id', async () => {
  await expect(encode('pg_class', 2205, false)).resolves.toBeDefined();
  await expect(encode('pg_class', 2205, true)).rejects.toHaveProperty('cause.message', expect.stringContaining('oid'));
});
