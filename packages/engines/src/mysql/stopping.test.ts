import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { tcpProxy } from '../../../../tests/servers/tcp-proxy.ts';
import { type Engine, EngineCancelled, EngineError } from '../index.ts';
import { databaseForTest, type TestMysql } from './mysql-for-test.ts';
import { eventually } from '../../../../tests/eventually.ts';

const endless = { text: 'SELECT SLEEP(1000)', params: [] };
const rowsForEver = { text: 'SELECT a.seq FROM seq_1_to_100000 AS a, seq_1_to_100000 AS b', params: [] };

async function drain(engine: Engine, text: string, signal = new AbortController().signal): Promise<number> {
  const { batches } = await engine.run({ text, params: [] }, signal);
  let count = 0;
  for await (const { rowCount } of batches) count += rowCount;
  return count;
}

/** Never fires. */
const patient = new AbortController().signal;

/** Number of connections that run something, without the one that counts. */
async function running({ ask, settings }: TestMysql): Promise<readonly unknown[]> {
  return ask(
    `SELECT ID, INFO FROM information_schema.PROCESSLIST WHERE DB = '${settings.database}' AND COMMAND <> 'Sleep' AND ID <> CONNECTION_ID()`,
  );
}

it('stops 64 sleeping statements when their callers leave, and leaves nothing behind', async () => {
  const database = await databaseForTest();
  const engine = await database.open({ maxRunning: 64 });
  const leaving = new AbortController();
  const ended = Array.from({ length: 64 }, () => engine.run(endless, leaving.signal).catch((error: unknown) => error));
  await eventually(async () => expect(await running(database)).toHaveLength(64));
  leaving.abort();
  for (const error of await Promise.all(ended)) expect(error).toBeInstanceOf(EngineCancelled);
  await eventually(async () => expect(await running(database)).toEqual([]));
  expect(await drain(engine, 'SELECT 1')).toBe(1);
});

it('stops a statement that computes, and one that is being read', async () => {
  const database = await databaseForTest();
  await database.ask('CREATE TABLE n AS SELECT seq AS i FROM seq_1_to_2000');
  const engine = await database.open({ maxRunning: 2 });
  const leaving = new AbortController();
  const computing = drain(engine, 'SELECT COUNT(*) FROM n AS a, n AS b, n AS c', leaving.signal);
  const { batches } = await engine.run({ text: 'SELECT a.i FROM n AS a, n AS b, n AS c', params: [] }, leaving.signal);
  const reader = batches[Symbol.asyncIterator]();
  await reader.next();
  leaving.abort();
  await expect(computing).rejects.toBeInstanceOf(EngineCancelled);
  await expect(drainRest(reader)).rejects.toBeInstanceOf(EngineCancelled);
  await eventually(async () => expect(await running(database)).toEqual([]));
});

async function drainRest(reader: AsyncIterator<unknown>): Promise<void> {
  while (!(await reader.next()).done);
}

it('stops a statement whose consumer has read enough', async () => {
  const database = await databaseForTest();
  const engine = await database.open({ maxRunning: 1 });
  for (let round = 0; round < 3; round += 1) {
    for await (const { rowCount } of (await engine.run(rowsForEver, new AbortController().signal)).batches) {
      expect(rowCount).toBeGreaterThan(0);
      break;
    }
  }
  expect(await running(database)).toEqual([]);
});

it('applies back-pressure to the server while nobody reads', async () => {
  const database = await databaseForTest();
  await database.ask("CREATE TABLE n AS SELECT seq AS i, REPEAT('x', 1000) AS x FROM seq_1_to_300");
  const engine = await database.open();
  const { batches } = await engine.run(
    { text: 'SELECT a.x FROM n AS a, n AS b', params: [] },
    new AbortController().signal,
  );
  const reader = batches[Symbol.asyncIterator]();
  await reader.next();
  // 90 MB are in transit, the rest waits on the server
  await eventually(async () => expect(String((await running(database))[0])).toContain('SELECT a.x'));
  let rows = 128;
  for (let next = await reader.next(); !next.done; next = await reader.next()) rows += next.value.rowCount;
  expect(rows).toBe(90_000);
});

it('ends a statement that takes too long, by its own clock', async () => {
  const database = await databaseForTest();
  const engine = await database.open({ timeoutMs: 1500, maxRunning: 1 });
  const error = await drain(engine, 'SELECT SLEEP(1000)').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ errorClass: 'timeout' });
  await eventually(async () => expect(await running(database)).toEqual([]));
  expect(await drain(engine, 'SELECT 1')).toBe(1);
});

it('reports a connection that was killed midway, and runs the next statement', async () => {
  const database = await databaseForTest();
  await database.ask("CREATE TABLE n AS SELECT seq AS i, REPEAT('x', 1000) AS x FROM seq_1_to_300");
  const engine = await database.open({ maxRunning: 1 });
  const { batches } = await engine.run(
    { text: 'SELECT a.x FROM n AS a, n AS b', params: [] },
    new AbortController().signal,
  );
  const reader = batches[Symbol.asyncIterator]();
  await reader.next();
  const [victim] = await database.ask(
    `SELECT ID FROM information_schema.PROCESSLIST WHERE DB = '${database.settings.database}' AND ID <> CONNECTION_ID()`,
  );
  await database.ask(`KILL CONNECTION ${String(victim?.[0])}`);
  await expect(drainRest(reader)).rejects.toMatchObject({ errorClass: 'connection' });
  expect(await drain(engine, 'SELECT 1')).toBe(1);
});

it('does not notice that the server ended an idle connection', async () => {
  const database = await databaseForTest();
  const engine = await database.open({ maxRunning: 1 });
  await drain(engine, 'SELECT 1');
  const [idle] = await database.ask(
    `SELECT ID FROM information_schema.PROCESSLIST WHERE DB = '${database.settings.database}' AND ID <> CONNECTION_ID()`,
  );
  await database.ask(`KILL CONNECTION ${String(idle?.[0])}`);
  expect(await drain(engine, 'SELECT 2')).toBe(1);
});

it('does not repeat a statement that an administrator killed', async () => {
  const database = await databaseForTest();
  const engine = await database.open({ maxRunning: 1 });
  await drain(engine, 'SELECT 1');
  const ended = drain(engine, 'SELECT SLEEP(1000)').catch((error: unknown) => error);
  await eventually(async () => expect(String((await running(database))[0])).toContain('SLEEP'));
  const [victim] = (await running(database)) as readonly (readonly unknown[])[];
  await database.ask(`KILL CONNECTION ${String(victim?.[0])}`);
  expect(await ended).toMatchObject({ errorClass: 'connection' });
  // The server lists a killed statement until its thread has ended; a repeated one would be listed for long.
  await eventually(async () => expect(await running(database)).toEqual([]));
});

it('returns its slot when its caller leaves before a connection is free', async () => {
  const engine = await (await databaseForTest()).open({ maxRunning: 1 });
  const first = new AbortController();
  const busy = drain(engine, 'SELECT SLEEP(1000)', first.signal).catch((error: unknown) => error);
  const second = new AbortController();
  const waiting = drain(engine, 'SELECT 1', second.signal);
  second.abort();
  await expect(waiting).rejects.toBeInstanceOf(EngineCancelled);
  first.abort();
  expect(await busy).toBeInstanceOf(EngineCancelled);
  expect(await drain(engine, 'SELECT 1')).toBe(1);
});

it('ends running statements when it is closed', async () => {
  const database = await databaseForTest();
  const engine = await database.open();
  const ended = engine.run(endless, new AbortController().signal).catch((error: unknown) => error);
  await eventually(async () => expect(await running(database)).toHaveLength(1));
  await engine.close();
  expect(await ended).toBeInstanceOf(EngineCancelled);
  await eventually(async () => expect(await running(database)).toEqual([]));
  await expect(engine.run(endless, new AbortController().signal)).rejects.toMatchObject({ errorClass: 'connection' });
});

it('reports a server that is down, and finds it later', async () => {
  const { open } = await databaseForTest();
  const engine = await open({ port: 1 });
  for (let round = 0; round < 3; round += 1) {
    await expect(engine.check(patient)).rejects.toMatchObject({ errorClass: 'connection' });
  }
});

it('gives up on a server that accepts connections and sends nothing', async () => {
  const { createServer } = await import('node:net');
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const engine = await (await databaseForTest()).open({ port, connectTimeoutMs: 200 });
  await expect(engine.check(patient)).rejects.toMatchObject({ errorClass: 'connection' });
  const leaving = new AbortController();
  const waiting = drain(await (await databaseForTest()).open({ port }), 'SELECT 1', leaving.signal);
  await delay(1);
  leaving.abort();
  await expect(waiting).rejects.toBeInstanceOf(EngineCancelled);
  silent.close();
});

it('gives up on a server that has gone silent, and ends the connection', async () => {
  const database = await databaseForTest();
  const proxy = await tcpProxy(database.settings.port);
  onTestFinished(() => proxy.close());
  const engine = await database.open({ port: proxy.port, maxRunning: 1 });
  const caller = new AbortController();
  const asked = engine.run(endless, caller.signal).catch((error: unknown) => error);
  await eventually(async () => expect(await running(database)).toHaveLength(1));
  proxy.freeze();
  caller.abort();
  expect(await asked).toBeInstanceOf(EngineCancelled);
  proxy.mend();
  expect(await drain(engine, 'SELECT 1')).toBe(1);
});

it('answers a check while all connections are busy, and drops a check whose caller left', async () => {
  const database = await databaseForTest();
  const engine = await database.open({ maxRunning: 1 });
  const leaving = new AbortController();
  const busy = drain(engine, 'SELECT SLEEP(1000)', leaving.signal).catch((error: unknown) => error);
  await eventually(async () => expect(await running(database)).toHaveLength(1));
  await engine.check(patient);
  await expect(engine.check(AbortSignal.abort())).rejects.toBeInstanceOf(EngineCancelled);
  leaving.abort();
  expect(await busy).toBeInstanceOf(EngineCancelled);
});

it('hides messages of the server', async () => {
  const engine = await (await databaseForTest()).open({ password: 'wrong-secret' });
  const error: unknown = await engine.check(patient).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(EngineError);
  expect(String(error)).toBe('EngineError: the data source reported a connection error');
});
