import { expect, it } from 'vitest';
import { type ReadOptions, type TileData, TileRows } from './rows.ts';

interface Sent {
  readonly requests: Readonly<Record<string, string>>;
  readonly cache: ReadOptions['cache'];
  readonly signal: AbortSignal;
  readonly take: (id: string, data: TileData) => void;
  readonly end: (otherwise: TileData) => void;
}

function opened() {
  const sent: Sent[] = [];
  const rows = new TileRows<string>((requests, take, { signal, cache }) => {
    const { promise, resolve: end } = Promise.withResolvers<TileData>();
    sent.push({ requests: Object.fromEntries(requests), cache, signal, take, end });
    return promise;
  });
  const load = (requests: Readonly<Record<string, string>>) => rows.load(new Map(Object.entries(requests)));
  const errorOf = (id: string) => rows.state(id).data?.error;
  return { sent, rows, load, errorOf };
}

it('loads tiles with another request than before, and shows the newest answer alone', async () => {
  const { sent, rows, load, errorOf } = opened();
  void load({ a: '1', b: '1' });
  void load({ a: '1', b: '2', c: '1' });
  expect(sent.map(({ requests }) => requests)).toEqual([
    { a: '1', b: '1' },
    { b: '2', c: '1' },
  ]);
  sent[0]?.take('b', { error: 'old' });
  expect(rows.state('b')).toEqual({ data: undefined, isLoading: true, isCancelled: false });
  sent[1]?.take('b', { error: 'new' });
  sent[0]?.take('a', { error: 'first' });
  sent[0]?.end({ error: 'lost' });
  await Promise.resolve();
  expect(['a', 'b', 'c'].map(errorOf)).toEqual(['first', 'new', undefined]);
  sent[1]?.end({ error: 'lost' });
  await Promise.resolve();
  expect(errorOf('c')).toBe('lost');
});

it('loads again, past caches, and keeps the content until then', () => {
  const { sent, rows, load } = opened();
  void load({ a: '1' });
  sent[0]?.take('a', { error: 'first' });
  const before = rows.state('a');
  void rows.again(['a', 'never loaded']);
  expect(sent.map(({ requests, cache }) => [requests, cache])).toEqual([
    [{ a: '1' }, undefined],
    [{ a: '1' }, 'must-revalidate'],
  ]);
  expect(rows.state('a')).toEqual({ data: { error: 'first' }, isLoading: true, isCancelled: false });
  expect(before.isLoading).toBe(false);
});

it('refreshes hidden tiles when they come into sight', () => {
  const { sent, rows, load } = opened();
  void load({ a: '1' });
  void load({ b: '1' });
  void rows.refresh();
  void load({ a: '1' });
  void load({ a: '1' });
  expect(sent.slice(2).map(({ requests, cache }) => [requests, cache])).toEqual([
    [{ b: '1' }, 'must-revalidate'],
    [{ a: '1' }, 'must-revalidate'],
  ]);
});

it('marks cancelled tiles, whose rows, if any, answer another request', () => {
  const { sent, rows, load } = opened();
  void load({ a: '1', b: '1' });
  sent[0]?.take('a', { error: 'first' });
  void load({ a: '2', b: '1', c: '2' });
  rows.cancel();
  expect(['a', 'b', 'c'].map((id) => rows.state(id).isCancelled)).toEqual([true, true, true]);
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  sent[1]?.take('a', { error: 'late' });
  expect(rows.state('a').data).toEqual({ error: 'first' });
  void load({ a: '2' });
  expect(sent).toHaveLength(2);
  void load({ a: '1' });
  sent[2]?.take('a', { error: 'second' });
  void rows.again(['a']);
  rows.cancel();
  expect(rows.state('a')).toEqual({ data: { error: 'second' }, isLoading: false, isCancelled: false });
});

it('loads stopped tiles when they come into sight, and all of them anew', () => {
  const { sent, rows, load } = opened();
  void load({ a: '1', b: '1' });
  sent[0]?.take('a', { error: 'first' });
  rows.stop();
  void load({ a: '1', b: '1' });
  expect(sent[1]?.requests).toEqual({ b: '1' });
  void rows.loadAnew(new Map([['a', '1']]));
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  expect(sent[2]?.requests).toEqual({ a: '1' });
});
