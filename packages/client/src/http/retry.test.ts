import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OrreryError } from './orrery-error.ts';
import { readError } from './read-error.ts';
import { withRetries } from './retry.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): OrreryError {
  return readError({ url: 'http://server', response: new Response('', { status, headers }), text: '' });
}

/** Fails as often as there are errors; says after which times it was tried. */
function failing(...errors: readonly unknown[]) {
  const times: number[] = [];
  const started = Date.now();
  const attempt = async () => {
    times.push(Date.now() - started);
    const error = errors[times.length - 1];
    if (error !== undefined) throw error;
    return 'done';
  };
  return { attempt, times };
}

it.each([429, 502, 503])('repeats after %d, with growing waits', async (status) => {
  const { attempt, times } = failing(refusal(status), refusal(status), refusal(status));
  const result = withRetries(attempt, { waitMs: 100 }, undefined);
  await vi.runAllTimersAsync();
  expect(await result).toBe('done');
  const waits = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  for (const [at, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(50 * 2 ** at);
    expect(wait).toBeLessThanOrEqual(100 * 2 ** at);
  }
});

it.each([400, 401, 403, 404, 409, 500, 504])('does not repeat after %d', async (status) => {
  const { attempt, times } = failing(refusal(status));
  await expect(withRetries(attempt, undefined, undefined)).rejects.toMatchObject({ status });
  expect(times).toHaveLength(1);
});

it('ends with the last error', async () => {
  const { attempt, times } = failing(...Array(9).fill(refusal(502)));
  const result = withRetries(attempt, { attempts: 3 }, undefined).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await result).toMatchObject({ status: 502 });
  expect(times).toHaveLength(3);
});

it.each([
  ['2', 2000],
  ['0.5', 500],
  ['Thu, 01 Jan 2026 00:00:03 GMT', 3000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', 0],
  ['', 0],
])('waits as long as the server asks by Retry-After: %s', async (text, least) => {
  vi.setSystemTime(Date.UTC(2026, 0, 1));
  const { attempt, times } = failing(refusal(503, { 'retry-after': text }));
  const result = withRetries(attempt, { waitMs: 10 }, undefined);
  await vi.runAllTimersAsync();
  expect(await result).toBe('done');
  expect(times[1]).toBeGreaterThanOrEqual(least);
  expect(times[1]).toBeLessThanOrEqual(least + 10);
});

it.each([-1, 1])('waits no longer and no shorter when the clock jumps by %d days', async (days) => {
  const { attempt, times } = failing(refusal(503, { 'retry-after': '2' }));
  const started = performance.now();
  const result = withRetries(attempt, { waitMs: 10 }, undefined);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() + days * 86_400_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(times).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect([await result, performance.now() - started]).toEqual(['done', 2_000]);
});

it('throws at once when the server asks for a longer wait than is taken', async () => {
  const { attempt, times } = failing(refusal(429, { 'retry-after': '3600' }));
  await expect(withRetries(attempt, undefined, undefined)).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
  expect(times).toHaveLength(1);
});

it('stops waiting when the signal is aborted', async () => {
  const controller = new AbortController();
  const { attempt, times } = failing(refusal(503, { 'retry-after': '10' }));
  const result = withRetries(attempt, undefined, controller.signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  controller.abort(new Error('left'));
  expect(await result).toEqual(new Error('left'));
  await vi.runAllTimersAsync();
  expect(times).toHaveLength(1);
});
