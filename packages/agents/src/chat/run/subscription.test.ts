import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClientLate, Subscription } from './subscription.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

async function* lines(...given: readonly string[]): AsyncGenerator<string, void> {
  yield* given;
}

const readerOf = (client: Subscription): AsyncIterator<string> => client[Symbol.asyncIterator]();
const turn = () => new Promise(setImmediate);

it('gives what was said before, then lines as they come, those that wait together, and then its end', async () => {
  const onOver = vi.fn();
  const client = new Subscription(lines('one\n', 'two\n'), onOver);
  client.tell('a\n');
  const reader = readerOf(client);
  for (const value of ['one\n', 'two\n', 'a\n']) expect(await reader.next()).toEqual({ value, done: false });
  const next = reader.next();
  await turn();
  for (const line of ['b\n', 'c\n', 'd\n']) client.tell(line);
  expect([await next, await reader.next()].map(({ value }) => value as string).join('')).toBe('b\nc\nd\n');
  const last = reader.next();
  client.end();
  client.tell('late\n');
  expect([await last, await reader.next()]).toEqual(
    Array.from({ length: 2 }, () => ({ value: undefined, done: true })),
  );
  expect(vi.getTimerCount()).toBe(0);
  expect(onOver).toHaveBeenCalledTimes(1);
});

it('gives an empty line after each quarter of a minute of silence', async () => {
  const client = new Subscription(lines());
  const reader = readerOf(client);
  for (let count = 0; count < 2; count += 1) {
    const line = reader.next();
    await turn();
    await vi.advanceTimersByTimeAsync(15_001);
    expect(await line).toEqual({ value: '\n', done: false });
  }
  await reader.return?.();
  expect([client.isOver, vi.getTimerCount()]).toEqual([true, 0]);
});

it('lets a client go that takes too little, but not for one long line', async () => {
  const onOver = vi.fn();
  const client = new Subscription(lines(), onOver);
  client.tell('x'.repeat(2_000_000));
  expect(client.isOver).toBe(false);
  client.tell('y'.repeat(600_000));
  client.tell('z'.repeat(600_000));
  expect([client.isOver, onOver.mock.calls.length]).toEqual([true, 1]);
  await expect(readerOf(client).next()).rejects.toThrow(ClientLate);
});

it('breaks off when what was said before cannot be read', async () => {
  const failing = async function* (): AsyncGenerator<string, void> {
    yield 'one\n';
    throw new Error('no store');
  };
  const reader = readerOf(new Subscription(failing()));
  expect((await reader.next()).value).toBe('one\n');
  await expect(reader.next()).rejects.toThrow('no store');
});
