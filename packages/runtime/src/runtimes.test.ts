import { expect, it } from 'vitest';
import type { Runtime } from './runtime.ts';
import { Runtimes } from './runtimes.ts';

function fakeRuntime() {
  const runtime = { isClosed: false, close: async () => void (runtime.isClosed = true) };
  return runtime;
}

// Only closing is tested here.
const opens = (runtime: object) => () => Promise.resolve(runtime as Runtime);

it('keeps deployments and their branches apart', async () => {
  const runtimes = new Runtimes();
  const [main, branch, other] = [fakeRuntime(), fakeRuntime(), fakeRuntime()];
  await runtimes.open(1, null, opens(main));
  await runtimes.open(1, 'next', opens(branch));
  await runtimes.open(2, null, opens(other));
  expect(await runtimes.get(1, null)).toBe(main);
  expect(await runtimes.get(1, 'next')).toBe(branch);
  expect(await runtimes.get(2, null)).toBe(other);
  expect(await runtimes.get(2, 'next')).toBeUndefined();
  expect(await runtimes.get(3, null)).toBeUndefined();
});

it('closes a branch while its deployment keeps serving', async () => {
  const runtimes = new Runtimes();
  const [main, branch] = [fakeRuntime(), fakeRuntime()];
  await runtimes.open(1, null, opens(main));
  await runtimes.open(1, 'next', opens(branch));
  await runtimes.remove(1, 'next');
  expect([main.isClosed, branch.isClosed]).toEqual([false, true]);
  expect(await runtimes.get(1, 'next')).toBeUndefined();
});

it('closes a deployment with its branches while the others keep serving', async () => {
  const runtimes = new Runtimes();
  const [main, branch, other] = [fakeRuntime(), fakeRuntime(), fakeRuntime()];
  await runtimes.open(1, null, opens(main));
  await runtimes.open(1, 'next', opens(branch));
  await runtimes.open(11, null, opens(other));
  await runtimes.remove(1, null);
  expect([main.isClosed, branch.isClosed, other.isClosed]).toEqual([true, true, false]);
  expect(await runtimes.get(1, 'next')).toBeUndefined();
  expect(await runtimes.get(11, null)).toBe(other);
});

it('waits for a runtime that is still opening', async () => {
  const runtimes = new Runtimes();
  const runtime = fakeRuntime();
  const { promise, resolve } = Promise.withResolvers<Runtime>();
  const opening = runtimes.open(1, null, () => promise);
  const asked = runtimes.get(1, null);
  resolve(await opens(runtime)());
  expect(await asked).toBe(runtime);
  await opening;
});

it('does not serve a runtime that was removed while it was opening', async () => {
  const runtimes = new Runtimes();
  const runtime = fakeRuntime();
  const { promise, resolve } = Promise.withResolvers<Runtime>();
  const opening = expect(runtimes.open(1, null, () => promise)).rejects.toThrow('being closed');
  const asked = runtimes.get(1, null);
  const removing = runtimes.remove(1, null);
  resolve(await opens(runtime)());
  await Promise.all([opening, removing]);
  expect([await asked, await runtimes.get(1, null), runtime.isClosed]).toEqual([undefined, undefined, true]);
});

it('opens nothing under a name that is taken', async () => {
  const runtimes = new Runtimes();
  const first = fakeRuntime();
  await runtimes.open(1, null, opens(first));
  const unexpected = () => Promise.reject(new Error('it was opened'));
  await expect(runtimes.open(1, null, unexpected)).rejects.toThrow("'1' is served already");
  expect(await runtimes.get(1, null)).toBe(first);
});

it('forgets a runtime that fails to open, and lets the next request try', async () => {
  const runtimes = new Runtimes();
  const failing = runtimes.open(1, null, () => Promise.reject(new Error('no model')));
  const asked = runtimes.get(1, null);
  await expect(failing).rejects.toThrow('no model');
  expect(await asked).toBeUndefined();
  const next = fakeRuntime();
  await runtimes.open(1, null, opens(next));
  expect(await runtimes.get(1, null)).toBe(next);
});

it('closes all of them and opens no more', async () => {
  const runtimes = new Runtimes();
  const all = [fakeRuntime(), fakeRuntime()];
  await Promise.all(all.map((runtime, index) => runtimes.open(index + 1, null, opens(runtime))));
  await runtimes.close();
  expect(all.every((runtime) => runtime.isClosed)).toBe(true);
  await expect(runtimes.get(1, null)).rejects.toThrow('being closed');
  await expect(runtimes.open(1, null, opens(fakeRuntime()))).rejects.toThrow('being closed');
});
