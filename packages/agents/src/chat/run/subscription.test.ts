import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClientLate, Subscription } from './subscription.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives lines as they come, those that wait together, and then its end', async () => {
  const client = new Subscription();
  const first = client.next();
  client.push('a\n');
  client.push('b\n');
  client.push('c\n');
  expect(await first).toEqual({ value: 'a\n', done: false });
  expect(await client.next()).toEqual({ value: 'b\nc\n', done: false });
  const last = client.next();
  client.end();
  client.push('late\n');
  expect([await last, await client.next()]).toEqual(
    Array.from({ length: 2 }, () => ({ value: undefined, done: true })),
  );
  expect(vi.getTimerCount()).toBe(0);
});

it('gives an empty line after each quarter of a minute of silence', async () => {
  const client = new Subscription();
  for (let count = 0; count < 2; count += 1) {
    const line = client.next();
    await vi.advanceTimersByTimeAsync(15_001);
    expect(await line).toEqual({ value: '\n', done: false });
  }
  await client.return();
  expect(vi.getTimerCount()).toBe(0);
});

it('lets a client go that takes too little, but not for one long line', async () => {
  const client = new Subscription();
  client.push('x'.repeat(2_000_000));
  expect(client.isOver).toBe(false);
  client.push('y'.repeat(600_000));
  client.push('z'.repeat(600_000));
  expect(client.isOver).toBe(true);
  await expect(client.next()).rejects.toThrow(ClientLate);
});

it('breaks off, also while a line is waited for', async () => {
  const client = new Subscription();
  const line = client.next();
  client.fail(new Error('no store'));
  await expect(line).rejects.toThrow('no store');
  await expect(client.next()).rejects.toThrow('no store');
});
