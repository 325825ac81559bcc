import { connect, createServer, type Server } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { ownPostgres } from '../../../../tests/servers/postgres.ts';
import { EngineError } from '../engine.ts';
import { openEngine } from '../index.ts';
import { rowsOf } from '../rows-for-test.ts';
import { settingsOf, useDatabase } from './postgres-for-test.ts';
import { eventually } from '../../../../tests/eventually.ts';

const database = useDatabase('CREATE TABLE orders (id integer, amount text)');
const never = new AbortController().signal;

const servers: Server[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

/** A server on a port of this machine; `answer` receives each connection. */
async function listen(answer: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function failure(work: Promise<unknown>): Promise<EngineError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof EngineError) return error;
  throw new Error('expected an EngineError', { cause: error });
}

it.each([
  ['SELECT nothing FROM orders', 'statement'],
  ['SELECT * FROM elsewhere', 'statement'],
  ['SELECT 1 +', 'statement'],
  ['SELECT sum(amount) FROM orders', 'statement'],
  ["SELECT CAST('x' AS integer)", 'conversion'],
  ['SELECT 1 / 0', 'conversion'],
  ['SELECT 2147483647 + 1', 'conversion'],
  ['SELECT $1::integer', 'statement'],
  ['INSERT INTO orders VALUES (1)', 'forbidden'],
])('names the class of a failure, and hides the message: %s', async (text, errorClass) => {
  const engine = await database.open({ maxRunning: 1 });
  const error = await failure(engine.run({ text, params: [] }, never));
  expect(error.errorClass).toBe(errorClass);
  expect(error.message).toBe(`the data source reported a ${errorClass} error`);
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('fails in the middle of the rows, and goes on with the next statement', async () => {
  const engine = await database.open({ maxRunning: 1 });
  const text = 'SELECT 1 / (99000 - id) FROM (SELECT generate_series(1, 100000) AS id) AS rows';
  const { batches } = await engine.run({ text, params: [] }, never);
  let rows = 0;
  const read = async () => {
    for await (const { rowCount } of batches) rows += rowCount;
  };
  expect((await failure(read())).errorClass).toBe('conversion');
  expect(rows).toBeLessThan(100_000);
  expect(await database.countBusy()).toBe(0);
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('fails when its connection is ended in the middle of the rows, and goes on with a new one', async () => {
  const engine = await database.open({ maxRunning: 1 });
  const text = "SELECT generate_series(1, 2000000), repeat('x', 1000)";
  const { batches } = await engine.run({ text, params: [] }, never);
  const read = async () => {
    for await (const _ of batches) {
      await database.ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'orrery'",
      );
    }
  };
  expect((await failure(read())).errorClass).toBe('connection');
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('connects again when its idle connections were ended', async () => {
  const engine = await database.open();
  await rowsOf(engine, 'SELECT 1');
  await database.ask(
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'orrery'",
  );
  await new Promise((turn) => setImmediate(turn)); // the end of the connection is noticed
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('reports `connection` while the server is down, and answers when it is up again', async () => {
  const server = await ownPostgres();
  const engine = await openEngine('postgres', settingsOf(server.url));
  try {
    const running = failure(engine.run({ text: 'SELECT pg_sleep(600)', params: [] }, never));
    await rowsOf(engine, 'SELECT 1');
    await server.stop();
    expect((await running).errorClass).toBe('connection');
    expect((await failure(engine.check(never))).errorClass).toBe('connection');
    await server.start();
    expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
  } finally {
    await engine.close();
  }
});

it('opens without a server, and reports `connection` for each statement until there is one', async () => {
  const port = await listen((socket) => socket.destroy());
  const engine = await database.open({ port });
  for (let turn = 0; turn < 2; turn += 1) {
    const error = await failure(engine.run({ text: 'SELECT 1', params: [] }, never));
    expect(error.errorClass).toBe('connection');
    expect(JSON.stringify([String(error), String(error.cause)])).not.toContain(database.settings.password);
  }
});

it('gives up on a server that accepts and sends nothing', async () => {
  const port = await listen(() => undefined);
  const engine = await database.open({ port, connectTimeoutMs: 200 });
  expect((await failure(engine.run({ text: 'SELECT 1', params: [] }, never))).errorClass).toBe('connection');
});

it.each([
  ['a wrong password', { password: 'wrong' }],
  ['no password', { password: '' }],
  ['a database there is not', { database: 'elsewhere' }],
  ['a role there is not', { user: 'nobody' }],
])('reports `connection` for %s', async (_, changed) => {
  const engine = await database.open(changed);
  const error = await failure(engine.check(never));
  expect(error.errorClass).toBe('connection');
  expect(String(error.cause)).not.toContain(database.settings.password);
});

it('closes a connection that it could not log in on', async () => {
  let isOpen = false;
  const port = await listen((socket) => {
    isOpen = true;
    socket.once('close', () => {
      isOpen = false;
    });
    socket.pipe(connect(database.settings.port, database.settings.host)).pipe(socket);
  });
  const engine = await database.open({ port, password: '' });
  await failure(engine.check(never));
  await eventually(() => expect(isOpen).toBe(false));
});

it('refuses a row that may outgrow a string, before it is read to its end', async () => {
  const engine = await database.open({ maxRunning: 1 });
  expect((await failure(rowsOf(engine, "SELECT repeat('x', 140000000)"))).errorClass).toBe('resource');
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('throws nothing into the driver when a value cannot be written', async () => {
  const engine = await database.open({ maxRunning: 1 });
  vi.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
    throw new RangeError('Invalid string length');
  });
  expect((await failure(rowsOf(engine, "SELECT interval '1 day'"))).errorClass).toBe('resource');
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('returns unknown types as text', async () => {
  const engine = await database.open();
  expect(
    await rowsOf(engine, "SELECT ROW(1, 'a'), point(1, 2), 'a'::tsvector, int4range(1, 3), ARRAY[point(1, 2)]"),
  ).toEqual([['(1,a)', '(1,2)', "'a'", '[1,3)', '{"(1,2)"}']]);
});
