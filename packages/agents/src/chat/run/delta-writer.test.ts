import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeltaWriter } from './delta-writer.ts';
import type { LiveRun } from './live-run.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('writes pieces within a quarter of a second, also while those of an ended run are still kept', async () => {
  const warn = vi.fn();
  const refuse = () => {
    throw new Error('no store');
  };
  const refuses = new Proxy({}, { get: () => refuse });
  const writer = new DeltaWriter({ database: refuses as never, nodeId: 'one', log: { warn } });
  writer.forget(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(warn).not.toHaveBeenCalled();
  writer.add({ place: { id: 2 } } as LiveRun, 1, '{}\n');
  await vi.advanceTimersByTimeAsync(260);
  expect(warn.mock.calls.map(([, words]) => words)).toEqual(['pieces of answers could not be written']); // it tried
  await vi.advanceTimersByTimeAsync(20_000);
  expect(warn.mock.calls.map(([, words]) => words)).toContain('pieces of answers that are over are still kept');
  writer.close();
  expect(vi.getTimerCount()).toBe(0);
});
