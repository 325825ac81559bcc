import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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

const tooLarge = {
  code: '53200',
  message: expect.stringContaining('that your connections keep are too large together'),
};

it('keeps temporary tables in the memory of their caller, until they are dropped or their connection ends', async () => {
  const large = "CREATE TEMP TABLE large AS SELECT repeat('x', 400) AS text FROM generate_series(1, 20000)";
  const [first, second, third, fourth] = [
    await server.connect(),
    await server.connect(),
    await server.connect(),
    await server.connect(),
  ];
  for (const client of [first, second, third]) await client.query(large);
  await expect(fourth.query(large)).rejects.toMatchObject(tooLarge);
  await first.query('DROP TABLE large');
  await fourth.query(large);
  await expect(first.query(large)).rejects.toMatchObject(tooLarge);
  await second.end();
  await vi.waitFor(() => first.query(large), { timeout: 60_000, interval: 200 });
  await third.query('DISCARD TEMP');
});

it('counts a table that was dropped while a view reads it', async () => {
  const client = await server.connect();
  await client.query('CREATE TEMP TABLE one AS SELECT g FROM generate_series(1, 15000) AS s (g)');
  await client.query('CREATE TEMP VIEW v AS SELECT * FROM one');
  await client.query('DROP TABLE one');
  const again = 'CREATE TEMP TABLE two AS SELECT g FROM generate_series(1, 15000) AS s (g)';
  await expect(client.query(again)).rejects.toMatchObject({ code: '53200' });
  await client.query('DROP VIEW v');
  await client.query(again);
});

it('keeps what statements were read into in the memory of their caller', async () => {
  const client = await server.connect();
  const text = (name: string) => `PREPARE ${name} AS SELECT 1 WHERE 1 IN (${'1,'.repeat(100_000)}1)`;
  const prepared = async () => {
    for (let count = 1; count <= 12; count += 1) await client.query(text(`large_${count}`));
  };
  await expect(prepared()).rejects.toMatchObject(tooLarge);
  await client.query('DEALLOCATE ALL');
  await client.query(text('again'));
});

it('gives errors of a prepared statement their own place, whatever text ran before', async () => {
  const { client } = await RawClient.start(server.port, { password: server.token });
  await client.ask(raw.query('SELECT 1;       SELECT 2'));
  const [error] = await client.ask(raw.parse('', 'SELECT 1 FROM nosuch'), raw.sync);
  expect(error && fieldsOf(error)['P']).toBe('15');
  client.close();
});

it('shows no temporary table to another connection, whatever its text says', async () => {
  const [owner, other] = [await server.connect(), await server.connect()];
  const text = 'SELECT o.status, (SELECT max(u.city) FROM users u) AS shown FROM orders o GROUP BY 1, 2';
  const { shown } = (await other.query(text)).rows[0];
  await owner.query("CREATE TEMP TABLE users AS SELECT 'mine' AS city");
  expect((await owner.query(text)).rows[0].shown).toBe('mine');
  for (let state = 0; state < 30; state += 1) {
    const asked = await other.query(`${text}\n/* temporary tables ${state} */`);
    expect(asked.rows[0].shown).toBe(shown);
  }
  expect((await owner.query(text)).rows[0].shown).toBe('mine');
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

describe('the clock of statements', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const endless =
    'SELECT count(*) FROM generate_series(1, 3000000) a, generate_series(1, 3000000) b WHERE a.a + b.b < 0';
  const isRunning = () => server.shop.served.composition.runtime.figures().queues.some(({ running }) => running > 0);

  it.each([
    ['before', "SET statement_timeout = '0.05min'", endless],
    ['in its own text', 'SELECT 1', `SET statement_timeout = '3s'; ${endless}`],
    ['in its own transaction', 'SELECT 1', `BEGIN; SET LOCAL statement_timeout = '3s'; ${endless}`],
  ])('ends a statement on the engine after the time that was set %s, and goes on', async (_, before, text) => {
    const client = await server.connect();
    await client.query(before);
    const failure = client.query(text).catch((error: unknown) => error);
    while (!isRunning()) await nextTurn();
    vi.advanceTimersByTime(3_000);
    expect(await failure).toMatchObject({ code: '57014', message: 'canceling statement due to statement timeout' });
    while (isRunning()) await nextTurn();
    await client.query('ROLLBACK; RESET statement_timeout');
    expect((await client.query('SELECT 1::int AS n')).rows).toEqual([{ n: 1 }]);
  });
});

it('ends a session at once that waits for a client which reads nothing', async () => {
  const opened: Socket[] = [];
  const onSocket = (message: unknown) => void opened.push((message as { readonly socket: Socket }).socket); // as Node documents it
  subscribe('net.server.socket', onSocket);
  onTestFinished(() => void unsubscribe('net.server.socket', onSocket));
  const { client, messages } = await RawClient.start(server.port, { password: server.token });
  onTestFinished(() => client.close());
  const id = messages.find(({ type }) => type === 'K')!.body.readInt32BE(0);
  const columns = Array.from({ length: 200 }, (_, index) => `${index} AS a_column_with_a_name_${index}`);
  await client.ask(raw.parse('wide', `SELECT ${columns.join(', ')}`), raw.sync);
  client.stream.pause();
  client.send(...Array.from({ length: 5_000 }, () => raw.describe('S', 'wide')), raw.flush);
  const [served] = opened;
  // The client holds what it has not read, and the server what the client's machine does not take.
  await vi.waitFor(() => expect([client.stream.readableLength, served?.writableLength]).not.toContain(0), 60_000);
  const other = await server.connect();
  expect((await other.query(`SELECT pg_terminate_backend(${id}) AS was`)).rows).toEqual([{ was: true }]);
  const others = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE pid = ${id}`;
  await vi.waitFor(async () => expect((await other.query(others)).rows).toEqual([{ n: 0 }]), { timeout: 60_000 });
});
