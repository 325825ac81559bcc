import { afterEach, expect, it, vi } from 'vitest';
import { type EngineHolder, SharedEngines } from './shared-engines.ts';

const signal = new AbortController().signal;
const done = async () => 'done';

afterEach(() => void vi.useRealTimers());

function engines(memoryMb: number, mostOpen = 100) {
  const emptied: string[] = [];
  const rested: string[] = [];
  const shared = new SharedEngines({ memoryMb, acts: { size: 8, perTenant: 4 }, mostOpen });
  const holder = (name: string, accountId = 1): EngineHolder => ({
    accountId,
    requireOpen: () => undefined,
    empty: async () => void emptied.push(name),
    rest: async () => void rested.push(name),
  });
  return { shared, emptied, rested, holder };
}

it('never gives out more shares than exist, for any number of engines', async () => {
  const { shared, rested, holder } = engines(1000);
  for (let n = 0; n < 100; n++) {
    await shared.run(holder(`h${n}`), signal, done);
    expect(shared.sharesTaken * shared.shareMb).toBeLessThanOrEqual(1000);
  }
  expect([shared.sharesTaken, shared.shareMb, shared.openCount, rested]).toEqual([7, 142, 100, []]);
});

it('takes the share of the least recently used idle engines first, and of no busy ones', async () => {
  const { shared, emptied, rested, holder } = engines(4 * 128);
  const held = Promise.withResolvers<string>();
  const [a, b, c, d, e, f] = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => holder(name));
  if (!a || !b || !c || !d || !e || !f) throw new Error('six holders');
  const working = shared.run(a, signal, () => held.promise);
  for (const one of [b, c, d, b]) await shared.run(one, signal, done);
  await shared.run(e, signal, done);
  await shared.run(f, signal, done);
  await shared.run(c, signal, done);
  expect([emptied, rested]).toEqual([['c', 'd', 'b'], []]);
  held.resolve('done');
  await working;
});

it('closes engines without a share when too many are open, the least recently used first', async () => {
  const { shared, emptied, rested, holder } = engines(2 * 128, 3);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => holder(name));
  if (!a || !b || !c || !d) throw new Error('four holders');
  for (const one of [a, b, c, d, b]) await shared.run(one, signal, done);
  expect([emptied, rested, shared.openCount]).toEqual([['a', 'b', 'c'], ['a'], 3]);
});

it('closes engines that fail to give back their memory', async () => {
  const { shared, rested, holder } = engines(2 * 128);
  const fails = () => Promise.reject(new Error('the thread ended'));
  await shared.run({ ...holder('a'), empty: fails }, signal, done);
  await shared.run(holder('b'), signal, done);
  await shared.run(holder('c'), signal, done);
  expect([rested, shared.sharesTaken]).toEqual([['a'], 2]);
});

it('leaves a share to other accounts, for any load of one account', async () => {
  const { shared, holder } = engines(1024);
  const held = Promise.withResolvers<string>();
  const attacks = [1, 2, 3, 4, 5, 6].map((n) => shared.run(holder(`attacker ${n}`), signal, () => held.promise));
  expect(await shared.run(holder('other', 2), signal, done)).toBe('done');
  held.resolve('done');
  expect(await Promise.all(attacks)).toHaveLength(6);
});

it('knows whether a request would run if another one ended', async () => {
  const { shared, holder } = engines(2 * 128);
  const held = Promise.withResolvers<string>();
  const [first, other] = [holder('first'), holder('other', 2)];
  const begun = Promise.withResolvers<void>();
  const hold = () => {
    begun.resolve();
    return held.promise;
  };
  const running = [shared.run(first, signal, hold)];
  await begun.promise;
  expect([first, other].map((one) => shared.isWaitedFor(one))).toEqual([false, false]);
  running.push(shared.run(first, signal, done)); // an account has one of two
  const another = holder('another');
  running.push(shared.run(another, signal, done)); // waits itself, and holds nothing
  expect([first, other, another].map((one) => shared.isWaitedFor(one))).toEqual([true, false, false]);
  held.resolve('done');
  await Promise.all(running);
  expect(shared.isWaitedFor(first)).toBe(false);
});

it('takes nothing when the caller leaves before its turn, and returns the share when a request fails', async () => {
  const { shared, holder } = engines(128);
  const leaving = new AbortController();
  const held = Promise.withResolvers<string>();
  const working = shared.run(holder('a'), signal, () => held.promise);
  const waiting = shared.run(holder('b'), leaving.signal, done);
  leaving.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  held.resolve('done');
  await working;
  const fails = async () => {
    throw new Error('fails');
  };
  for (let n = 0; n < 5; n++) await expect(shared.run(holder(`c${n}`), signal, fails)).rejects.toThrow('fails');
  expect(await shared.run(holder('d'), signal, done)).toBe('done');
});

it('gives no share to an engine that was closed while it waited, and closes none for it', async () => {
  const { shared, rested, holder } = engines(128);
  let isClosed = false;
  const closing: EngineHolder = {
    ...holder('closing'),
    requireOpen: () => {
      if (isClosed) throw new Error('closed');
    },
  };
  const held = Promise.withResolvers<string>();
  await shared.run(holder('other', 2), signal, done);
  const working = shared.run(holder('a'), signal, () => held.promise);
  const waiting = shared.run(closing, signal, done);
  isClosed = true;
  shared.forget(closing);
  held.resolve('done');
  await working;
  await expect(waiting).rejects.toThrow('closed');
  expect([rested, shared.sharesTaken]).toEqual([[], 2]);
});

it('gives no share to an engine that was closed while another one was closing for it', async () => {
  const { shared, holder } = engines(128);
  const ended = Promise.withResolvers<void>();
  let isClosed = false;
  const closing: EngineHolder = {
    ...holder('closing'),
    requireOpen: () => {
      if (isClosed) throw new Error('closed');
    },
  };
  const empties = vi.fn(() => ended.promise);
  await shared.run({ ...holder('a'), empty: empties }, signal, done);
  await shared.run(holder('b'), signal, done);
  const waiting = shared.run(closing, signal, done);
  await vi.waitFor(() => expect(empties).toHaveBeenCalled());
  isClosed = true;
  shared.forget(closing);
  ended.resolve();
  await expect(waiting).rejects.toThrow('closed');
  expect(shared.sharesTaken).toBe(1);
});

it('takes the next share when engines do not end, and counts their memory until they have', async () => {
  vi.useFakeTimers();
  const { shared, emptied, holder } = engines(128);
  const ended = Promise.withResolvers<void>();
  const held = Promise.withResolvers<string>();
  await shared.run({ ...holder('stuck'), empty: () => ended.promise, rest: () => ended.promise }, signal, done);
  await shared.run(holder('b'), signal, done);
  const asked = shared.run(holder('c'), signal, () => held.promise);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([emptied, shared.sharesTaken]).toEqual([['b'], 2]);
  const refused = shared.run(holder('d', 2), signal, done);
  await expect(refused).rejects.toMatchObject({ code: 'engines.no-memory' });
  ended.resolve();
  await ended.promise;
  expect(await shared.run(holder('d', 2), signal, done)).toBe('done');
  held.resolve('done');
  expect(await asked).toBe('done');
});

it('lets a caller leave while engines do not end, and takes nothing for it', async () => {
  const { shared, holder } = engines(128);
  const ended = Promise.withResolvers<void>();
  const empties = vi.fn(() => ended.promise);
  await shared.run({ ...holder('stuck'), empty: empties }, signal, done);
  await shared.run(holder('b'), signal, done);
  const leaving = new AbortController();
  const act = vi.fn(done);
  const asked = shared.run(holder('c'), leaving.signal, act);
  await vi.waitFor(() => expect(empties).toHaveBeenCalled());
  leaving.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  ended.resolve();
  expect(await shared.run(holder('d'), signal, done)).toBe('done');
  expect([act.mock.calls.length, shared.sharesTaken]).toEqual([0, 2]);
});
