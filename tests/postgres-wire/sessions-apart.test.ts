import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldsOf, raw, RawClient } from './raw-client.ts';
import { openSampleServer, type SampleServer } from './sample-server.ts';

let server: SampleServer;
beforeAll(async () => {
  server = await openSampleServer();
});
afterAll(() => server[Symbol.asyncDispose]());

it.each([
  'SELECT max(p.statement) AS shown, count(*) FROM orders o CROSS JOIN pg_prepared_statements p',
  'SELECT o.status, (SELECT max(statement) FROM pg_prepared_statements) AS shown FROM orders o GROUP BY 1, 2 ORDER BY 1',
])('shows a connection its own prepared statements alone, also next to the model: %s', async (text) => {
  const [one, other] = [await server.connect(), await server.connect()];
  await one.query('PREPARE own AS SELECT 1');
  expect((await one.query(text)).rows[0].shown).toBe('PREPARE own AS SELECT 1');
  expect((await other.query(text)).rows[0].shown).toBeNull();
});

const many = (number: number) => `SELECT g, g + ${number}, repeat('x', 100) FROM generate_series(1, 300000) g`;

it('gives the place of a cursor back that is closed before its first row', async () => {
  const client = await server.connect();
  for (const number of [1, 2, 3, 4]) {
    await client.query(`BEGIN; DECLARE c CURSOR FOR ${many(number)}; FETCH 0 FROM c; CLOSE c; COMMIT`);
  }
  const { rows } = await client.query('SELECT count(*) AS n FROM (SELECT g, g + 5 FROM generate_series(1, 3000) g) x');
  expect(rows).toEqual([{ n: '3000' }]);
});

it('gives the place of a temporary table back that cannot be made', async () => {
  const client = await server.connect();
  for (const number of [6, 7, 8, 9]) {
    const made = client.query(`CREATE TEMP TABLE t (a, b, c, d) AS ${many(number)}`);
    await expect(made).rejects.toMatchObject({ code: '42601' });
  }
  const { rows } = await client.query('SELECT count(*) AS n FROM (SELECT g, g + 9 FROM generate_series(1, 3000) g) x');
  expect(rows).toEqual([{ n: '3000' }]);
});

it('gives errors of a prepared statement their own place, whatever text ran before', async () => {
  const { client } = await RawClient.start(server.port, { password: server.token });
  await client.ask(raw.query('SELECT 1;       SELECT 2'));
  const [error] = await client.ask(raw.parse('', 'SELECT 1 FROM nosuch'), raw.sync);
  expect(error && fieldsOf(error)['P']).toBe('15');
  client.close();
});

it('bounds what views of views read', async () => {
  const client = await server.connect();
  await client.query('CREATE TEMP VIEW v0 AS SELECT 1 AS x');
  const create = async () => {
    for (let at = 1; at < 20; at += 1) {
      await client.query(`CREATE TEMP VIEW v${at} AS SELECT a.x FROM v${at - 1} a, v${at - 1} b`);
    }
  };
  await expect(create()).rejects.toMatchObject({ code: '53400' });
  expect((await client.query('SELECT x FROM v3')).rows).toEqual([{ x: 1 }]);
});

it('bounds the characters of temporary tables', async () => {
  const client = await server.connect();
  const create = (name: string, rows: number) =>
    client.query(`CREATE TEMP TABLE ${name} AS SELECT repeat('x', 900000) AS v FROM generate_series(1, ${rows}) g`);
  await create('first', 6);
  await expect(create('second', 6)).rejects.toMatchObject({ code: '53200' });
  await client.query('DROP TABLE first');
  await create('second', 6);
});
