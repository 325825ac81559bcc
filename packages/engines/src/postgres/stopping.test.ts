import { expect, it, onTestFinished } from 'vitest';
import { tcpProxy } from '../../../../tests/servers/tcp-proxy.ts';
import { EngineCancelled, EngineError } from '../engine.ts';
import { rowsOf } from '../rows-for-test.ts';
import { useDatabase } from './postgres-for-test.ts';
import { eventually } from '../../../../tests/eventually.ts';

const database = useDatabase();
const never = new AbortController().signal;
const endless = 'SELECT count(*) FROM generate_series(1, 1000000) AS a(x), generate_series(1, 1000000) AS b(y)';
const manyRows = "SELECT generate_series(1, 2000000), repeat('x', 1000)";

it('cancels a statement when its caller leaves, and waits for the cancellation', async () => {
  const engine = await database.open();
  const caller = new AbortController();
  const running = engine.run({ text: endless, params: [] }, caller.signal);
  await eventually(async () => expect(await database.countBusy()).toBe(1));
  caller.abort();
  await expect(running).rejects.toBeInstanceOf(EngineCancelled);
  expect(await database.countBusy()).toBe(0);
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('leaves no backend busy after 64 cancelled statements', async () => {
  const engine = await database.open({ maxRunning: 64 });
  const caller = new AbortController();
  const running = Array.from({ length: 64 }, () =>
    engine.run({ text: 'SELECT pg_sleep(600)', params: [] }, caller.signal).catch((error: unknown) => error),
  );
  await eventually(async () => expect(await database.countBusy()).toBe(64));
  caller.abort();
  for (const error of await Promise.all(running)) expect(error).toBeInstanceOf(EngineCancelled);
  expect(await database.countBusy()).toBe(0);
});

it('does not start for a caller who has left', async () => {
  const engine = await database.open();
  await expect(engine.run({ text: endless, params: [] }, AbortSignal.abort())).rejects.toBeInstanceOf(EngineCancelled);
});

it('stops waiting for a connection when the caller leaves, and lets checks pass meanwhile', async () => {
  const engine = await database.open({ maxRunning: 1 });
  const [working, waiting] = [new AbortController(), new AbortController()];
  const busy = engine.run({ text: endless, params: [] }, working.signal).catch(() => undefined);
  await eventually(async () => expect(await database.countBusy()).toBe(1));
  const late = engine.run({ text: endless, params: [] }, waiting.signal);
  waiting.abort();
  await expect(late).rejects.toBeInstanceOf(EngineCancelled);
  await engine.check(never);
  working.abort();
  await busy;
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('stops a statement whose consumer leaves between rows', async () => {
  const engine = await database.open();
  const { batches } = await engine.run({ text: manyRows, params: [] }, never);
  for await (const { rowCount } of batches) {
    expect(rowCount).toBeGreaterThan(0);
    break;
  }
  expect(await database.countBusy()).toBe(0);
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('stops a statement whose rows are not read', async () => {
  const engine = await database.open();
  const caller = new AbortController();
  const { batches } = await engine.run({ text: manyRows, params: [] }, caller.signal);
  const reader = batches[Symbol.asyncIterator]();
  await reader.next();
  caller.abort();
  await expect(reader.next()).rejects.toBeInstanceOf(EngineCancelled);
  expect(await database.countBusy()).toBe(0);
});

it('stops a statement that runs too long, and one whose rows are read too slowly', async () => {
  const engine = await database.open({ timeoutMs: 1000 });
  await expect(engine.run({ text: endless, params: [] }, never)).rejects.toMatchObject({ errorClass: 'timeout' });
  const { batches } = await engine.run({ text: manyRows, params: [] }, never);
  const reader = batches[Symbol.asyncIterator]();
  await reader.next();
  await eventually(async () => expect(await database.countBusy()).toBe(0));
  await expect(reader.next()).rejects.toMatchObject({ errorClass: 'timeout' });
});

it('keeps a shorter timeout of the role, and never extends it', async () => {
  const { user } = database.settings;
  await database.ask(`ALTER ROLE ${user} IN DATABASE ${database.settings.database} SET statement_timeout = '100ms'`);
  const short = await database.open();
  await expect(short.run({ text: endless, params: [] }, never)).rejects.toMatchObject({ errorClass: 'timeout' });
  await database.ask(`ALTER ROLE ${user} IN DATABASE ${database.settings.database} SET statement_timeout = '3h'`);
  const ours = await database.open({ timeoutMs: 250_000 });
  expect(await rowsOf(ours, "SELECT current_setting('statement_timeout')")).toEqual([['250s']]);
});

it('ends running statements when it closes, and refuses later ones', async () => {
  const engine = await database.open();
  const running = engine.run({ text: endless, params: [] }, never);
  await eventually(async () => expect(await database.countBusy()).toBe(1));
  const refused = expect(running).rejects.toBeInstanceOf(EngineCancelled);
  await engine.close();
  await refused;
  expect(await database.countBusy()).toBe(0);
  await expect(engine.run({ text: 'SELECT 1', params: [] }, never)).rejects.toBeInstanceOf(EngineError);
});

it('never lets a late cancel reach the next statement', async () => {
  const engine = await database.open({ maxRunning: 1 });
  for (let round = 0; round < 100; round += 1) {
    const caller = new AbortController();
    const running = engine.run({ text: 'SELECT x FROM generate_series(1, 300) AS r(x)', params: [] }, caller.signal);
    setImmediate(() => caller.abort());
    await running
      .then(async ({ batches }) => {
        for await (const _ of batches);
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(EngineCancelled));
    expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
  }
});

it('gives up on a server that has gone silent, and destroys the connection', async () => {
  const proxy = await tcpProxy(database.settings.port);
  onTestFinished(() => proxy.close());
  const engine = await database.open({ port: proxy.port });
  const caller = new AbortController();
  const running = engine.run({ text: endless, params: [] }, caller.signal);
  await eventually(async () => expect(await database.countBusy()).toBe(1));
  proxy.freeze();
  caller.abort();
  await expect(running).rejects.toBeInstanceOf(EngineCancelled);
  proxy.mend();
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});
