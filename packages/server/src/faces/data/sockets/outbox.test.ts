import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Outbox } from './outbox.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const megabyte = Buffer.alloc(1024 * 1024, 'x');

/** A socket whose reader takes what was written when the test says so. */
function slowReader() {
  const sent: { readonly data: string | Buffer; readonly taken?: () => void }[] = [];
  const webSocket = {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (data: string | Buffer, _options: object, taken?: () => void) => {
      webSocket.bufferedAmount += data.length;
      sent.push({ data, ...(taken ? { taken } : {}) });
    },
  };
  const on = { onStalled: vi.fn(), onRoom: vi.fn() };
  const opened = { webSocket: webSocket as unknown as WebSocket, connection: new PassThrough() };
  const take = () => {
    webSocket.bufferedAmount = 0;
    for (const { taken } of sent.splice(0)) taken?.();
  };
  return { outbox: new Outbox(opened, on), sent, take, on };
}

it('what is sent to a slow reader waits until the rest was taken, whatever its size', async () => {
  const { outbox, sent, take, on } = slowReader();
  await outbox.send('{"a":', megabyte, '}', '"next"');
  expect([sent.map(({ data }) => data.length), outbox.isClogged]).toEqual([[5, megabyte.length, 1, 6], true]);
  const waiting = Promise.all([outbox.send('1', Buffer.from('a'), '2'), outbox.send('3', megabyte, '4')]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(4);
  take();
  await waiting;
  expect([on.onRoom.mock.calls.length, outbox.isClogged, sent[0]?.data.toString()]).toEqual([1, true, '1a2']);
  take();
  expect([outbox.isClogged, on.onStalled.mock.calls.length]).toEqual([false, 0]);
});

it('a reader that takes nothing for half a minute is given up, and nothing waits for it any more', async () => {
  const { outbox, on } = slowReader();
  await outbox.send('', Buffer.concat([megabyte, megabyte]), '');
  const waiting = outbox.send('', Buffer.from('a'), '');
  await vi.advanceTimersByTimeAsync(29_999);
  expect(on.onStalled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(on.onStalled).toHaveBeenCalledOnce();
  outbox.close();
  await waiting;
});
