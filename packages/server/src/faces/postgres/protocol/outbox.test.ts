import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { WireOutbox } from './outbox.ts';

const kilobyte = 1024;
const never = new AbortController().signal;

/** A client of which the test decides when it takes a write. */
function openClient() {
  const taken: Buffer[] = [];
  const waiting: (() => void)[] = [];
  const state = { takesAtOnce: true };
  const stream = new Duplex({
    write(bytes: Buffer, _encoding, done) {
      const take = () => {
        taken.push(Buffer.from(bytes));
        done();
      };
      if (state.takesAtOnce) take();
      else waiting.push(take);
    },
  });
  const take = async () => {
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { state, taken, waiting, take, outbox: new WireOutbox(stream, never) };
}

/** Bytes that differ from those of other places. */
const message = (size: number) => Buffer.from(Uint32Array.from({ length: size / 4 }, (_, index) => index).buffer);

it('uses no bytes of a message once it was put', async () => {
  const { state, taken, waiting, take, outbox } = openClient();
  state.takesAtOnce = false;
  const bytes = message(260 * kilobyte);
  const expected = Buffer.from(bytes);
  let isPut = false;
  const putting = outbox.put(bytes, { signal: never, took: () => undefined }).then(() => {
    isPut = true;
    bytes.fill(0);
  });
  while (!isPut) {
    expect(waiting).toHaveLength(1);
    await take();
  }
  await putting;
  outbox.flush();
  while (waiting.length > 0) await take();
  expect(Buffer.concat(taken).equals(expected)).toBe(true);
});

it('counts what the client has taken of a message, and nothing of those before it', async () => {
  const { state, take, outbox } = openClient();
  state.takesAtOnce = false;
  outbox.push(message(40 * kilobyte));
  outbox.push(message(40 * kilobyte));
  const counts: number[] = [];
  const took = (bytes: number) => void counts.push(bytes / kilobyte);
  const putting = outbox.put(message(100 * kilobyte), { signal: never, took });
  await take();
  expect(counts).toEqual([]);
  while (counts.reduce((sum, count) => sum + count, 0) < 100 - 16) await take();
  await putting;
  expect(counts.every((count) => count > 0 && count <= 64)).toBe(true);
});

it('waits for no write that was taken at once', async () => {
  const { taken, outbox } = openClient();
  let count = 0;
  const putting = outbox.put(message(1024 * kilobyte), { signal: never, took: (bytes) => (count += bytes) });
  expect([count, Buffer.concat(taken).byteLength]).toEqual([1024 * kilobyte, 1024 * kilobyte]);
  await putting;
});
