import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EngineCancelled } from '../engine.ts';
import { rowsOf } from '../rows-for-test.ts';
import { openForTest } from './engine-for-test.ts';

const SLOW = 'SELECT count(*) FROM range(100000) a(i), range(1000000) b(j) WHERE hash(i * j) % 7 = 3';
const LONG = "SELECT i, i::VARCHAR || 'abc' FROM range(100000000) t(i)";
const never = new AbortController().signal;

it('stops a working statement within 200 ms and can be used at once', async () => {
  const engine = await openForTest({ maxRunning: 1 });
  const controller = new AbortController();
  const running = engine.run({ text: SLOW, params: [] }, controller.signal);
  running.catch(() => undefined);
  await pause(100);
  controller.abort();
  await expect(running).rejects.toBeInstanceOf(EngineCancelled);
  await rowsOf(engine, 'SELECT 1');
});

it('stops when the signal fires at any moment of the start', async () => {
  const engine = await openForTest({ maxRunning: 1 });
  for (let delayMs = 0; delayMs < 10; delayMs += 1) {
    const controller = new AbortController();
    const running = engine.run({ text: SLOW, params: [] }, controller.signal);
    running.catch(() => undefined);
    if (delayMs > 0) await pause(delayMs - 1);
    controller.abort();
    await expect(running).rejects.toBeInstanceOf(EngineCancelled);
  }
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('stops between two batches and frees the connection although its consumer stopped reading', async () => {
  const engine = await openForTest({ maxRunning: 1 });
  const controller = new AbortController();
  const { batches } = await engine.run({ text: LONG, params: [] }, controller.signal);
  const reader = batches[Symbol.asyncIterator]();
  await reader.next();
  await pause(50);
  controller.abort();
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
  await expect(reader.next()).rejects.toBeInstanceOf(EngineCancelled);
});

it('stops a statement whose consumer leaves', async () => {
  const engine = await openForTest({ maxRunning: 1 });
  const { batches } = await engine.run({ text: LONG, params: [] }, never);
  for await (const _ of batches) break;
  await rowsOf(engine, 'SELECT 1');
});

it('does not touch the next statement when a finished one is cancelled or left', async () => {
  const engine = await openForTest({ maxRunning: 1 });
  const controller = new AbortController();
  const { batches } = await engine.run({ text: 'SELECT 1', params: [] }, controller.signal);
  const reader = batches[Symbol.asyncIterator]();
  while ((await reader.next()).done !== true);
  const next = rowsOf(engine, 'SELECT count(*) FROM range(200000000) t(i) WHERE i % 3 = 1');
  controller.abort();
  await reader.return?.();
  expect(await next).toEqual([['66666667']]);
});

it('refuses a signal that has already fired', async () => {
  const engine = await openForTest();
  await expect(engine.run({ text: 'SELECT 1', params: [] }, AbortSignal.abort())).rejects.toBeInstanceOf(
    EngineCancelled,
  );
});

it('ends a statement that takes too long', async () => {
  const engine = await openForTest({ timeoutMs: 1000, maxRunning: 1 });
  await expect(rowsOf(engine, SLOW)).rejects.toMatchObject({ errorClass: 'timeout' });
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('ends a statement whose consumer takes too long', async () => {
  const engine = await openForTest({ timeoutMs: 1000, maxRunning: 1 });
  const { batches } = await engine.run({ text: LONG, params: [] }, never);
  const reader = batches[Symbol.asyncIterator]();
  await pause(1200);
  await expect(reader.next()).rejects.toMatchObject({ errorClass: 'timeout' });
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([['1']]);
});

it('runs at most maxRunning statements; those that wait can leave', async () => {
  const engine = await openForTest({ maxRunning: 1 });
  const first = await engine.run({ text: LONG, params: [] }, never);
  const controller = new AbortController();
  const waiting = engine.run({ text: 'SELECT 1', params: [] }, controller.signal);
  const behind = rowsOf(engine, 'SELECT 2');
  controller.abort();
  await expect(waiting).rejects.toBeInstanceOf(EngineCancelled);
  await first.batches[Symbol.asyncIterator]().return?.();
  expect(await behind).toEqual([['2']]);
});
