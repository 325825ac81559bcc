import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClientTooSlow, FlowMemory, RowFlow } from './row-flow.ts';

const megabyte = 1024 * 1024;
const roomy = 1000 * megabyte;

let allowed: number;

beforeEach(() => {
  vi.useFakeTimers();
  allowed = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

function flowIn(memory = new FlowMemory(roomy)): RowFlow<string> {
  const flow = new RowFlow<string>(memory);
  flow.onAllowed((bytes) => {
    allowed = bytes;
  });
  return flow;
}

/** Pieces of a megabyte that contain only their number. */
function pieces(from: number, to: number): Uint8Array<ArrayBuffer>[] {
  return Array.from({ length: to - from }, (_, index) => new Uint8Array(megabyte).fill(from + index));
}

async function take(reader: ReturnType<RowFlow<string>['open']>, count: number): Promise<(number | undefined)[]> {
  const numbers: (number | undefined)[] = [];
  while (numbers.length < count) numbers.push((await reader.next())?.[0]);
  return numbers;
}

it('every consumer gets all rows from the first, whenever it joins while they are complete', async () => {
  const flow = flowIn();
  flow.put(pieces(0, 3));
  const early = flow.open();
  expect(await take(early, 3)).toEqual([0, 1, 2]);
  const late = flow.open();
  const next = early.next();
  expect(flow.end(pieces(3, 4), 'facts')).toHaveLength(4);
  expect((await next)?.[0]).toBe(3);
  expect(await take(late, 5)).toEqual([0, 1, 2, 3, undefined]);
  expect([await early.next(), early.facts, late.facts]).toEqual([undefined, 'facts', 'facts']);
});

it('the statement may be a bounded distance ahead of the slowest consumer', async () => {
  const flow = flowIn();
  expect(allowed).toBe(32 * megabyte);
  flow.put(pieces(0, 32));
  const [slow, fast] = [flow.open(), flow.open()];
  await take(fast, 32);
  expect(allowed).toBe(32 * megabyte);
  await take(slow, 10);
  expect(allowed).toBe(42 * megabyte);
});

it('long results drop what all consumers have read, and then accept no new consumer', async () => {
  const memory = new FlowMemory(roomy);
  const flow = flowIn(memory);
  flow.put(pieces(0, 8));
  const reader = flow.open();
  await take(reader, 8);
  expect([flow.isWhole, memory.bytes]).toEqual([true, 8 * megabyte]);
  flow.put(pieces(8, 16));
  expect([flow.isWhole, memory.bytes]).toEqual([false, 8 * megabyte]);
  expect(() => flow.open()).toThrow();
  await take(reader, 8);
  expect(flow.end([], 'facts')).toBeUndefined();
  expect(await take(reader, 1)).toEqual([undefined]);
  reader.leave();
  expect(memory.bytes).toBe(0);
});

it('gathered rows are kept, and no consumer slows the statement', async () => {
  const memory = new FlowMemory(roomy);
  const flow = flowIn(memory);
  const reader = flow.open();
  flow.gather();
  expect(allowed).toBe(Number.MAX_SAFE_INTEGER);
  flow.put(pieces(0, 50));
  await take(reader, 50);
  expect(flow.end([], 'facts')).toHaveLength(50);
  reader.leave();
  expect(memory.bytes).toBe(0);
});

it('statements wait for their consumers earlier when memory is short', async () => {
  const memory = new FlowMemory(20 * megabyte);
  const flow = flowIn(memory);
  memory.take(20 * megabyte); // by the rows of others
  flow.put(pieces(0, 32));
  const reader = flow.open();
  await take(reader, 20);
  expect(allowed).toBe(32 * megabyte);
  await take(reader, 12);
  expect(allowed).toBe(33 * megabyte);
  memory.free(20 * megabyte);
  flow.put(pieces(32, 33));
  await take(reader, 1);
  expect(allowed).toBe(65 * megabyte);
});

it('a consumer that delays the others is ended, and they continue', async () => {
  const flow = flowIn();
  flow.put(pieces(0, 32));
  const [slow, fast] = [flow.open(), flow.open()];
  await take(fast, 32);
  const next = fast.next();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(allowed).toBe(32 * megabyte);
  await vi.advanceTimersByTimeAsync(200);
  await expect(slow.next()).rejects.toBeInstanceOf(ClientTooSlow);
  expect(allowed).toBe(64 * megabyte);
  flow.put(pieces(32, 33));
  expect((await next)?.[0]).toBe(32);
});

it('a single consumer may be as slow as its connection', async () => {
  const flow = flowIn();
  flow.put(pieces(0, 32));
  const slow = flow.open();
  await vi.advanceTimersByTimeAsync(50_000);
  expect(await take(slow, 1)).toEqual([0]);
});

it('a consumer whose rows end early gets the reason, also while it waits', async () => {
  const flow = flowIn();
  flow.put(pieces(0, 1));
  const reader = flow.open();
  await take(reader, 1);
  const next = reader.next();
  reader.fail(new Error('the statement failed'));
  flow.breakOff();
  await expect(next).rejects.toThrow('the statement failed');
  await expect(reader.next()).rejects.toThrow('the statement failed');
});

it('frees a piece once it is dropped, and each consumer that took it has released it', async () => {
  const flow = flowIn();
  const all = pieces(0, 10);
  flow.put(all);
  const [first, second] = [flow.open(), flow.open()];
  for (let count = 0; count < 10; count += 1) first.release((await first.next()) as Uint8Array);
  expect(all.every(({ byteLength }) => byteLength === megabyte)).toBe(true);
  const kept = await second.next();
  for (let count = 1; count < 10; count += 1) second.release((await second.next()) as Uint8Array);
  expect([kept?.byteLength, ...all.map(({ byteLength }) => byteLength / megabyte)]).toEqual([
    megabyte,
    ...[1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ]);
  second.release(kept as Uint8Array);
  second.release(kept as Uint8Array);
  expect(kept?.byteLength).toBe(0);
});

it('frees nothing of rows that were returned at the end', async () => {
  const flow = flowIn();
  flow.put(pieces(0, 3));
  const reader = flow.open();
  const taken = [await reader.next(), await reader.next()];
  const all = flow.end(pieces(3, 10), 'facts');
  taken.push(await reader.next());
  for (const piece of taken) reader.release(piece as Uint8Array);
  reader.leave();
  expect(all?.map(({ byteLength }) => byteLength / megabyte)).toEqual(Array(10).fill(1));
});
