import { expect, it } from 'vitest';
import { SharedCheck } from './health.ts';

it('asks once for all probes of a second', async () => {
  let nowMs = 0;
  let asked = 0;
  const check = new SharedCheck(async () => ++asked < 3, { now: () => nowMs });
  expect(await Promise.all([check.isHealthy(), check.isHealthy()])).toEqual([true, true]);
  nowMs = 999;
  await check.isHealthy();
  expect(asked).toBe(1);
  nowMs = 1000;
  await check.isHealthy();
  nowMs = 2000;
  expect(await check.isHealthy()).toBe(false);
  expect(asked).toBe(3);
});

it('shares a check that takes longer than its answer stands', async () => {
  let nowMs = 0;
  let asked = 0;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const check = new SharedCheck(() => (asked++, promise), { now: () => nowMs });
  const first = check.isHealthy();
  nowMs = 5000;
  const second = check.isHealthy();
  resolve(true);
  expect([await first, await second, asked]).toEqual([true, true, 1]);
});

it('is down when the check throws', async () => {
  const check = new SharedCheck(() => Promise.reject(new Error('no engine')), { now: () => 0 });
  expect(await check.isHealthy()).toBe(false);
});
