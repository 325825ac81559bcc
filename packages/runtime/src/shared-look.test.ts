import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
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
