import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { SharedLook } from './shared-look.ts';

it('looks once for all calls in one turn, after all of them', async () => {
  let [state, looks] = ['before', 0];
  const look = new SharedLook(async () => {
    looks += 1;
    return state;
  });
  const asked = [look.take(), look.take()];
  state = 'changed in the same turn';
  asked.push(look.take());
  expect(await Promise.all(asked)).toEqual(Array(3).fill('changed in the same turn'));
  expect(looks).toBe(1);
});

it('never returns a look that began before the call', async () => {
  let [state, looks] = ['before', 0];
  const ended = Promise.withResolvers<undefined>();
  const look = new SharedLook(async () => {
    const [seen, mine] = [state, (looks += 1)];
    if (mine === 1) await ended.promise;
    return seen;
  });
  const first = look.take();
  await nextTurn(); // it has begun
  state = 'after';
  const second = look.take();
  ended.resolve(undefined);
  expect([await first, await second]).toEqual(['before', 'after']);
});

it('runs one look at a time, however many turns bring calls meanwhile', async () => {
  const begun: PromiseWithResolvers<number>[] = [];
  const look = new SharedLook(() => {
    begun.push(Promise.withResolvers<number>());
    return begun.at(-1)?.promise ?? Promise.reject(new Error('nothing has begun'));
  });
  const first = look.take();
  await nextTurn(); // it has begun
  const others: Promise<number>[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    others.push(look.take());
    await nextTurn();
  }
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  await nextTurn();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual(Array(5).fill(2));
});

it('does not wait for a look that is lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let looks = 0;
    const look = new SharedLook(() => ((looks += 1) === 1 ? new Promise<string>(() => {}) : Promise.resolve('seen')));
    void look.take();
    await nextTurn(); // it has begun, and never ends
    const second = look.take();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(looks).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await second).toBe('seen');
    expect(await look.take()).toBe('seen');
  } finally {
    vi.useRealTimers();
  }
});

it('passes on a failure, and looks again', async () => {
  let fails = true;
  const look = new SharedLook(async () => {
    if (fails) throw new Error('the drive is gone');
    return 'seen';
  });
  await expect(look.take()).rejects.toThrow('the drive is gone');
  fails = false;
  expect(await look.take()).toBe('seen');
});
