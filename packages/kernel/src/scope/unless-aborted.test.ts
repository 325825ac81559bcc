import { getEventListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../../../tests/collect-garbage.ts';
import { unlessAborted } from './unless-aborted.ts';

it('gives what the promise gives, and the reason of a signal that fires first', async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
  await expect(unlessAborted(Promise.reject(new Error('own')), signal)).rejects.toThrow('own');
  const never = new Promise(() => undefined);
  const stopping = new AbortController();
  const stopped = unlessAborted(never, stopping.signal);
  stopping.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  await expect(unlessAborted(Promise.reject(new Error('too late')), stopping.signal)).rejects.toThrow('enough');
});

it('keeps nothing for the signal of a loop', async () => {
  const { signal } = new AbortController();
  const given: WeakRef<Uint8Array>[] = [];
  for (let count = 0; count < 100; count += 1) {
    given.push(new WeakRef(await unlessAborted(Promise.resolve(new Uint8Array(1024)), signal)));
  }
  await nextTurn();
  collectGarbage();
  expect(given.filter((one) => one.deref() !== undefined).length).toBeLessThan(5);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
