import { expect, it } from 'vitest';
import type { Runtime } from './runtime.ts';
import { Runtimes } from './runtimes.ts';

function fakeRuntime() {
  const runtime = { isClosed: false, close: async () => void (runtime.isClosed = true) };
  return runtime;
}

// Only its closing is looked at here.
const opened = (runtime: object) => Promise.resolve(runtime as Runtime);

it('keeps deployments and their branches apart', async () => {
  const runtimes = new Runtimes();
  const [main, branch, other] = [fakeRuntime(), fakeRuntime(), fakeRuntime()];
  await runtimes.add(1, null, opened(main));
  await runtimes.add(1, 'next', opened(branch));
  await runtimes.add(2, null, opened(other));
  expect(await runtimes.get(1, null)).toBe(main);
  expect(await runtimes.get(1, 'next')).toBe(branch);
  expect(await runtimes.get(2, null)).toBe(other);
  expect(runtimes.get(2, 'next')).toBeUndefined();
  expect(runtimes.get(3, null)).toBeUndefined();
});

it('closes one while the others serve', async () => {
  const runtimes = new Runtimes();
  const [main, branch] = [fakeRuntime(), fakeRuntime()];
  await runtimes.add(1, null, opened(main));
  await runtimes.add(1, 'next', opened(branch));
  await runtimes.remove(1, 'next');
  expect([main.isClosed, branch.isClosed]).toEqual([false, true]);
  expect(runtimes.get(1, 'next')).toBeUndefined();
});

it('waits for one that is still opening', async () => {
  const runtimes = new Runtimes();
  const runtime = fakeRuntime();
  const { promise, resolve } = Promise.withResolvers<Runtime>();
  const adding = runtimes.add(1, null, promise);
  const asked = runtimes.get(1, null);
  resolve(await opened(runtime));
  expect(await asked).toBe(runtime);
  await adding;
});

it('serves the previous one until the next has opened, then closes it', async () => {
  const runtimes = new Runtimes();
  const [previous, next] = [fakeRuntime(), fakeRuntime()];
  await runtimes.add(1, null, opened(previous));
  const { promise, resolve } = Promise.withResolvers<Runtime>();
  const adding = runtimes.add(1, null, promise);
  expect(await runtimes.get(1, null)).toBe(previous);
  resolve(await opened(next));
  await adding;
  expect(await runtimes.get(1, null)).toBe(next);
  expect(previous.isClosed).toBe(true);
});

it('forgets one that fails to open, and keeps what served before', async () => {
  const runtimes = new Runtimes();
  await expect(runtimes.add(1, null, Promise.reject(new Error('no model')))).rejects.toThrow('no model');
  expect(runtimes.get(1, null)).toBeUndefined();
  const previous = fakeRuntime();
  await runtimes.add(1, null, opened(previous));
  await expect(runtimes.add(1, null, Promise.reject(new Error('no model')))).rejects.toThrow('no model');
  expect(await runtimes.get(1, null)).toBe(previous);
  expect(previous.isClosed).toBe(false);
});

it('closes all of them', async () => {
  const runtimes = new Runtimes();
  const all = [fakeRuntime(), fakeRuntime()];
  await Promise.all(all.map((runtime, index) => runtimes.add(index + 1, null, opened(runtime))));
  await runtimes.close();
  expect(all.every((runtime) => runtime.isClosed)).toBe(true);
  expect(runtimes.get(1, null)).toBeUndefined();
});
