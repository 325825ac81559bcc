import { once } from 'node:events';
import { Duplex } from 'node:stream';
import type { WireResult } from '@orrery/runtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Shares } from '../../data/index.ts';
import { WireOutbox } from '../protocol/outbox.ts';
import { KeptBytes } from '../session/kept-bytes.ts';
import { CopyOut } from './copy-out.ts';
import { HeldPlaces } from './held-place.ts';
import { processClock } from './row-clock.ts';
import { type MessageSink, RowRun } from './row-run.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rowBytes = 64 * 1024;
const never = new AbortController().signal;

/** A row of this size. */
function row(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.write('D', 0);
  bytes.writeInt32BE(size - 1, 1);
  return bytes;
}

/** Endless rows, of which a caller keeps four, while others wait for their place or do not. */
function endlessRun({
  isWaitedFor = false,
  queue,
  piece = row(rowBytes),
  places = new HeldPlaces(processClock),
}: {
  readonly isWaitedFor?: boolean;
  /** Statements that wait for any place, one of which enters when a place is free. */
  readonly queue?: { waiting: number };
  readonly piece?: Buffer;
  readonly places?: HeldPlaces;
}) {
  const state = { isWaitedFor, isEnded: false };
  async function* pieces() {
    try {
      for (;;) yield piece;
    } finally {
      state.isEnded = true;
      if (queue) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        queue.waiting -= 1;
      }
    }
  }
  const result: WireResult = {
    columns: [],
    formats: [],
    pieces: pieces(),
    isWaitedFor: () => (queue ? queue.waiting > 0 : state.isWaitedFor),
  };
  const most = 4 * rowBytes;
  const shares = new Shares({ most, mostOfDeployment: most, mostOfCaller: most });
  const kept = new KeptBytes(shares, { caller: 'a', deploymentId: 1 });
  const run = new RowRun(result, new AbortController(), { kept, places });
  const take = (rows: number, sink: MessageSink = () => undefined) => run.give(rows, sink, never);
  return { state, run, take };
}

/** A client that takes so many bytes in a millisecond; its stream writes all that waits at once, as sockets do. */
class SlowStream extends Duplex {
  readonly taken: Uint8Array[] = [];
  bytesPerMs: number;

  constructor(bytesPerMs: number) {
    super();
    this.bytesPerMs = bytesPerMs;
  }

  override _write(chunk: Uint8Array, _encoding: string, taken: () => void): void {
    this._writev([{ chunk }], taken);
  }

  override _writev(chunks: readonly { readonly chunk: Uint8Array }[], taken: () => void): void {
    if (this.bytesPerMs === 0) {
      setTimeout(() => this._writev(chunks, taken), 100);
      return;
    }
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk));
    const take = () => {
      this.taken.push(bytes);
      taken();
    };
    setTimeout(take, bytes.byteLength / this.bytesPerMs);
  }
}

/** Puts messages as portals do. @param pushed receives them */
function putInto(outbox: WireOutbox, pushed: Uint8Array[] = []): MessageSink {
  return (messages, wait) => {
    pushed.push(messages);
    return outbox.put(messages, wait);
  };
}

const givenUp = {
  code: '53400',
  message:
    'the rest of the rows was given up: others waited for its place, and less than 256 KB were taken in 5 seconds',
};

it('keeps its place between two parts while nobody waits for it', async () => {
  const { state, run, take } = endlessRun({ isWaitedFor: false });
  for (let part = 0; part < 3; part += 1) {
    expect(await take(1)).toBe(1);
    run.rest();
    await vi.advanceTimersByTimeAsync(50_000);
  }
  expect(state.isEnded).toBe(false);
  run.close();
});

it('gives its place up to others where its rows are taken more slowly than they may expect', async () => {
  const { state, run, take } = endlessRun({ isWaitedFor: true });
  const startedAt = Date.now();
  await expect(
    (async () => {
      for (;;) {
        expect(await take(1)).toBe(1);
        run.rest();
        await vi.advanceTimersByTimeAsync(2_000);
      }
    })(),
  ).rejects.toMatchObject(givenUp);
  expect(Date.now() - startedAt).toBeLessThanOrEqual(10_000);
  expect(state.isEnded).toBe(true);
});

it('counts rests that are shorter than the looks for others', async () => {
  const { state, run, take } = endlessRun({ isWaitedFor: true });
  let rests = 0;
  while (!state.isEnded) {
    await take(rests % 50 === 0 ? 1 : 0).catch(() => undefined);
    run.rest();
    await vi.advanceTimersByTimeAsync(100);
    rests += 1;
    expect(rests).toBeLessThan(100);
  }
});

it('keeps its place while rows are taken as fast as others may expect', async () => {
  const { state, run, take } = endlessRun({ isWaitedFor: true });
  for (let part = 0; part < 20; part += 1) {
    expect(await take(4)).toBe(4);
    run.rest();
    await vi.advanceTimersByTimeAsync(4_000);
  }
  expect(state.isEnded).toBe(false);
  run.close();
});

it('counts only the time in which others wait', async () => {
  const { state, run, take } = endlessRun({ isWaitedFor: false });
  await take(1);
  run.rest();
  await vi.advanceTimersByTimeAsync(30_000);
  state.isWaitedFor = true;
  await vi.advanceTimersByTimeAsync(4_500);
  expect(state.isEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.isEnded).toBe(true);
  await expect(take(1)).rejects.toMatchObject(givenUp);
});

it('gives its place up while its client takes nothing of a part', async () => {
  const { state, take } = endlessRun({ isWaitedFor: true });
  const sink: MessageSink = async (_, { signal }) => {
    await once(signal, 'abort');
    throw signal.reason;
  };
  const taking = expect(take(100, sink)).rejects.toMatchObject(givenUp);
  await vi.advanceTimersByTimeAsync(5_500);
  await taking;
  expect(state.isEnded).toBe(true);
});

it('gives up only as many places as others wait for, longest overdue first', async () => {
  const places = new HeldPlaces(processClock);
  const queue = { waiting: 1 };
  const runs = [0, 1, 2].map(() => endlessRun({ queue, places }));
  const ended = () => runs.map(({ state }) => state.isEnded);
  const rest = async ({ run, take }: (typeof runs)[number]) => {
    await take(1);
    run.rest();
  };
  const [first, second, last] = runs;
  if (!first || !second || !last) throw new Error('there are three');
  await rest(last);
  await vi.advanceTimersByTimeAsync(1_000);
  await rest(first);
  await rest(second);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ended()).toEqual([false, false, true]);
  queue.waiting = 1;
  // Both are overdue at the same moment.
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ended()).toEqual([true, false, true]);
  expect(await second.take(1)).toBe(1);
  await expect(first.take(1)).rejects.toMatchObject(givenUp);
  second.run.close();
});

it('fails only once nothing puts messages any more', async () => {
  const { take } = endlessRun({ isWaitedFor: true });
  const order: string[] = [];
  const sink: MessageSink = async (_, { signal }) => {
    await once(signal, 'abort');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    order.push('message');
    throw signal.reason;
  };
  const taking = expect(take(100, sink).finally(() => order.push('error'))).rejects.toMatchObject(givenUp);
  await vi.advanceTimersByTimeAsync(7_000);
  await taking;
  expect(order).toEqual(['message', 'error']);
});

it.each(['rows', 'copy'] as const)('sends nothing behind the report that %s were given up', async (kind) => {
  const piece = Buffer.concat([row(rowBytes), row(rowBytes)]);
  const { take } = endlessRun({ isWaitedFor: true, piece });
  const stream = new SlowStream(0);
  const outbox = new WireOutbox(stream, never);
  const pushed: Uint8Array[] = [];
  const put = putInto(outbox, pushed);
  const out = new CopyOut('binary');
  const sink: MessageSink = (rows, wait) => put(kind === 'rows' ? rows : out.rows(rows), wait);
  const taking = expect(take(100, sink)).rejects.toMatchObject(givenUp);
  await vi.advanceTimersByTimeAsync(5_500);
  await taking;
  expect(['drain', 'close'].map((event) => stream.listenerCount(event))).toEqual([0, 0]);
  const report = Buffer.from('Z');
  outbox.push(report);
  outbox.flush();
  stream.bytesPerMs = rowBytes;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(Buffer.concat(stream.taken).equals(Buffer.concat([...pushed, report]))).toBe(true);
});

it('keeps its place while one large row is taken as fast as others may expect', async () => {
  const size = 8 * 1024 * 1024;
  const { state, run, take } = endlessRun({ isWaitedFor: true, piece: row(size) });
  const stream = new SlowStream(100); // 500 KB in five seconds
  const taking = take(1, putInto(new WireOutbox(stream, never)));
  await vi.advanceTimersByTimeAsync(size / 100 + 1_000);
  expect(await taking).toBe(1);
  expect([state.isEnded, Buffer.concat(stream.taken).byteLength]).toEqual([false, size]);
  run.close();
});

it('gives its place up where one large row is taken more slowly', async () => {
  const { take } = endlessRun({ isWaitedFor: true, piece: row(8 * 1024 * 1024) });
  const stream = new SlowStream(25); // 125 KB in five seconds
  const failing = expect(take(1, putInto(new WireOutbox(stream, never)))).rejects.toMatchObject(givenUp);
  await vi.advanceTimersByTimeAsync(20_000);
  await failing;
});

it('is given up after a minute without others, too', async () => {
  const { run, take } = endlessRun({ isWaitedFor: false });
  await take(1);
  run.rest();
  await vi.advanceTimersByTimeAsync(62_000);
  await expect(take(1)).rejects.toMatchObject({ code: '53400' });
});
