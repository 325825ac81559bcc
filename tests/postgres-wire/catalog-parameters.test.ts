import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSampleServer, type SampleServer } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = 'orders' AND";

it.each<[string, readonly unknown[], readonly (readonly string[])[]]>([
  [`${tables} relkind = ANY (ARRAY[$1::varchar, $2::varchar])`, ['r', 'v'], [['orders']]],
  [`${tables} relkind IN ($1::varchar, $2::varchar)`, ['v', 'p'], []],
  [`${tables} oid = $1::regclass::oid`, ['orders'], [['orders']]],
  [`${tables} oid = $1::regclass`, ['public.orders'], [['orders']]],
  ['SELECT $1::regclass::text', ['orders'], [['orders']]],
  ['SELECT $1::regtype::text, $1::regtype::oid', ['int4'], [['integer', '23']]],
  ['SELECT $1::regtype::text', ['23'], [['integer']]],
])('%s with %j', async (text, values, rows) => {
  const client = await server.connect();
  const answer = await client.query({ text, values: [...values], rowMode: 'array' });
  expect(answer.rows.map((row: unknown[]) => row.map(String))).toEqual(rows);
});

it('refuses a parameter that names no relation', async () => {
  const client = await server.connect();
  const asked = client.query({ text: 'SELECT $1::regclass::oid', values: ['nothing'] });
  await expect(asked).rejects.toMatchObject({
    code: '42P01',
    message: expect.stringContaining('relation "nothing" does not exist'),
  });
});
