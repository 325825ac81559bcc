import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FollowedRuns } from './followed-runs.ts';
import { Subscription } from './subscription.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function* nothing(): AsyncGenerator<string, void> {}

it('looks again when the store does not answer, and breaks streams off when it stays away', async () => {
  const warn = vi.fn();
  const refuse = () => {
    throw new Error('no store');
  };
  const runs = new FollowedRuns({ database: new Proxy({}, { get: () => refuse }) as never, log: { warn } });
  const clients = [0, 1].map(() => new Subscription(nothing()));
  for (const [index, client] of clients.entries()) runs.follow({ runId: 1, threadId: index }, client, 0);
  const lines = clients.map((client) => new Promise((resolve) => client.on('error', resolve)));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(clients.map(({ isOver }) => isOver)).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(2_000);
  for (const line of await Promise.all(lines)) expect(line).toEqual(new Error('no store'));
  expect(warn).toHaveBeenCalledTimes(10);
  expect(vi.getTimerCount()).toBe(0);
});
