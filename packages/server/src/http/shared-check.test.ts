import { describe, expect, it, vi } from 'vitest';
import { type HealthPart, SharedCheck } from './shared-check.ts';
import { eventually } from '../../../../tests/eventually.ts';

function sharing(check: HealthPart['check'], others: readonly HealthPart[] = []) {
  const clock = { nowMs: 0, now: () => clock.nowMs };
  const log = { info: vi.fn(), error: vi.fn() };
  const parts: readonly HealthPart[] = [{ name: 'default data source', check }, ...others];
  return { shared: new SharedCheck({ parts, clock, withinMs: 50, log }), clock, log };
}

it('runs once for all probes of a second', async () => {
  const check = vi.fn(async () => undefined);
  const { shared, clock } = sharing(check);
  expect(await Promise.all([shared.isHealthy(), shared.isHealthy()])).toEqual([true, true]);
  clock.nowMs = 999;
  await shared.isHealthy();
  expect(check).toHaveBeenCalledTimes(1);
  clock.nowMs = 1000;
  await shared.isHealthy();
  expect(check).toHaveBeenCalledTimes(2);
});

it('runs again when the clock was set back', async () => {
  const check = vi.fn(async () => undefined);
  const { shared, clock } = sharing(check);
  clock.nowMs = 86_400_000;
  await shared.isHealthy();
  clock.nowMs = 0;
  await shared.isHealthy();
  expect(check).toHaveBeenCalledTimes(2);
});

it('shares a check that takes longer than its result is valid', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = vi.fn(() => promise);
  const { shared, clock } = sharing(check);
  const first = shared.isHealthy();
  clock.nowMs = 5000;
  const second = shared.isHealthy();
  resolve();
  expect([await first, await second]).toEqual([true, true]);
  expect(check).toHaveBeenCalledTimes(1);
});

it('is down when one part is, and logs each change once', async () => {
  let isDown = true;
  const other: HealthPart = { name: 'model', check: vi.fn(async () => undefined) };
  const { shared, clock, log } = sharing(async () => {
    if (isDown) throw new Error('refused');
  }, [other]);
  const ask = () => ((clock.nowMs += 1000), shared.isHealthy());
  expect([await ask(), await ask(), await ask()]).toEqual([false, false, false]);
  expect(log.error.mock.calls).toEqual([
    [{ part: 'default data source', err: new Error('refused') }, 'does not answer: not ready'],
  ]);
  expect(await shared.downParts()).toEqual(['default data source']);
  isDown = false;
  expect([await ask(), await ask()]).toEqual([true, true]);
  expect(log.info.mock.calls).toEqual([[{ part: 'default data source' }, 'answers again']]);
  expect(await shared.downParts()).toEqual([]);
  isDown = true;
  expect(await ask()).toBe(false);
  expect(log.error).toHaveBeenCalledTimes(2);
});

describe('a part that hangs', () => {
  it('is down in time, is cancelled, and is not checked again before it has ended', async () => {
    const hanging = Promise.withResolvers<void>();
    const check = vi.fn((_signal: AbortSignal) => hanging.promise);
    const { shared, clock } = sharing(check);
    const ask = () => ((clock.nowMs += 1000), shared.isHealthy());
    expect([await ask(), await ask(), await ask()]).toEqual([false, false, false]);
    expect([check.mock.calls.length, check.mock.calls[0]?.[0].aborted]).toEqual([1, true]);
    check.mockResolvedValue(undefined);
    hanging.resolve();
    await eventually(async () => expect(await ask()).toBe(true));
    expect(check).toHaveBeenCalledTimes(2);
  });
});
