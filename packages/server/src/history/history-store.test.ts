import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, storePlace } from '../../../../tests/servers/store-place.ts';
import { connect } from '../../../store/src/database/connect.ts';
import type { Store } from '../../../store/src/database/store.ts';
import type { HistoryEntry } from './history-entry.ts';
import type { HistoryFilter, HistoryKeeper } from './history-keeper.ts';
import { openHistory } from './open-history.ts';

const entry: HistoryEntry = {
  deploymentId: 1,
  branch: null,
  endpoint: 'load',
  startedAt: 1_000,
  lastStartedAt: 1_000,
  answers: 1,
  requestId: 'request-1',
  timings: '{"engine":40.5,"total":41}',
  totalMs: 41,
  totalMsSum: 41,
  tenant: '0123456789abcdef',
  claims: '{"sub":"bob"}',
  query: '{"measures":["orders.count"]}',
  queryLength: 29,
  members: ' orders.count ',
  statements: ['SELECT count(*) FROM orders', 'SELECT 2'],
  engineQueryIds: '20260301_101500_00001_abcde',
  dataSource: 'default',
  cache: 'miss',
  rows: 1,
  bytes: 200,
  status: 200,
  errorCode: null,
};

describe.each(storeKinds)('the history on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let history: HistoryKeeper;

  beforeEach(async () => {
    place = await storePlace(kind);
    store = await connect(place.settings);
    history = await openHistory(store, place.settings);
  });

  afterEach(async () => {
    await history.close();
    await store.close();
    await place.remove();
  });

  const add = (entries: readonly Partial<HistoryEntry>[]) =>
    history.append(entries.map((changes) => ({ entry: { ...entry, ...changes }, id: undefined })));
  const ids = async (filter: Partial<HistoryFilter> = {}) =>
    (await history.list({ deploymentId: 1, first: 100, ...filter })).entries.map(({ requestId }) => requestId);

  it('returns what was stored', async () => {
    const [id = 0] = await add([{}]);
    expect(await history.find(1, id)).toEqual({ ...entry, id });
    expect((await history.list({ deploymentId: 1, first: 10 })).entries).toEqual([{ ...entry, id, statements: [] }]);
    expect(await history.find(2, id)).toBeUndefined();
    expect(await history.find(1, id + 1)).toBeUndefined();
  });

  it('adds answers to an entry, and keeps the slowest', async () => {
    const [id] = await add([{ answers: 2, totalMsSum: 50 }]);
    const fast = { ...entry, answers: 3, lastStartedAt: 5_000, totalMs: 1, totalMsSum: 3, requestId: 'fast' };
    const slow = { ...entry, lastStartedAt: 6_000, totalMs: 99, totalMsSum: 99, requestId: 'slow', timings: '{}' };
    expect(await history.append([{ entry: fast, id }])).toEqual([id]);
    expect(await history.append([{ entry: slow, id }])).toEqual([id]);
    expect(await history.find(1, id ?? 0)).toMatchObject({
      startedAt: 1_000,
      lastStartedAt: 6_000,
      answers: 6,
      totalMsSum: 152,
      totalMs: 99,
      requestId: 'slow',
      timings: '{}',
    });
    expect((await history.append([{ entry: slow, id: 12_345 }]))[0]).toBe((id ?? 0) + 1);
  });

  it('lists the newest first, in pages, and misses none that arrive meanwhile', async () => {
    await add([1, 2, 2, 2, 3].map((startedAt, index) => ({ startedAt, requestId: `r${index}` })));
    const seen: string[] = [];
    let after: HistoryFilter['after'];
    for (;;) {
      const page = await history.list({ deploymentId: 1, first: 2, after });
      seen.push(...page.entries.map(({ requestId }) => requestId));
      await add([{ startedAt: 9, requestId: 'new' }]);
      if (!page.end) break;
      after = page.end;
    }
    expect(seen).toEqual(['r4', 'r3', 'r2', 'r1', 'r0']);
  });

  it('filters by every field', async () => {
    await add([
      { requestId: 'a', startedAt: 10, status: 200, cache: 'hit', totalMs: 0.5, tenant: 'one' },
      { requestId: 'b', startedAt: 20, status: 400, cache: 'none', errorCode: 'query.unknown-member', totalMs: 2 },
      { requestId: 'c', startedAt: 30, cache: 'miss', totalMs: 900, members: ' orders.count orders.status ' },
      { requestId: 'd', startedAt: 40, cache: 'stale', totalMs: 7, members: ' orders.Count customers.orders_count ' },
      { requestId: 'e', startedAt: 50, endpoint: 'sql', members: '', query: null },
      { requestId: 'f', startedAt: 60, deploymentId: 2 },
    ]);
    expect(await ids()).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(await ids({ from: 20, to: 40 })).toEqual(['c', 'b']);
    expect(await ids({ status: 400 })).toEqual(['b']);
    expect(await ids({ errorCode: 'query.unknown-member' })).toEqual(['b']);
    expect(await ids({ endpoint: 'sql' })).toEqual(['e']);
    expect(await ids({ isCached: true })).toEqual(['d', 'a']);
    expect(await ids({ isCached: false, endpoint: 'load' })).toEqual(['c', 'b']);
    expect(await ids({ member: 'orders.count' })).toEqual(['c', 'b', 'a']);
    expect(await ids({ member: 'orders.status' })).toEqual(['c']);
    expect(await ids({ member: '%' })).toEqual([]);
    expect(await ids({ requestId: 'c' })).toEqual(['c']);
    expect(await ids({ tenant: 'one' })).toEqual(['a']);
    expect(await ids({ slowerThanMs: 7 })).toEqual(['e', 'c']);
    expect(await ids({ deploymentId: 2 })).toEqual(['f']);
    expect(await ids({ deploymentId: 3 })).toEqual([]);
  });

  it('stores hostile texts unchanged', async () => {
    const hostile = `'"; DROP TABLE query_history; --\\ % _ \u2028 é 😀`;
    const [id = 0] = await add([{ requestId: hostile, query: hostile, statements: [hostile], members: hostile }]);
    expect(await history.find(1, id)).toMatchObject({ requestId: hostile, query: hostile, statements: [hostile] });
    expect(await ids({ requestId: hostile, member: hostile, tenant: hostile })).toEqual([]);
  });

  it('reads a bounded number of entries for a page, and says when there are more', async () => {
    const many = Array.from({ length: 21_000 }, (_, index) => ({ startedAt: index, statements: [] }));
    for (let start = 0; start < many.length; start += 1_000) await add(many.slice(start, start + 1_000));
    await add([{ startedAt: -1, status: 418, requestId: 'rare' }]);
    const first = await history.list({ deploymentId: 1, first: 10, status: 418 });
    expect([first.entries, first.end?.startedAt]).toEqual([[], 1_000]);
    const second = await history.list({ deploymentId: 1, first: 10, status: 418, after: first.end });
    expect(second.entries.map(({ requestId }) => requestId)).toEqual(['rare']);
    expect(second.end).toBeUndefined();
  });

  it('removes what is too old or too much, in steps, with texts that no entry refers to any more', async () => {
    const day = 86_400_000;
    const old = Array.from({ length: 700 }, () => ({ startedAt: 0, lastStartedAt: 0, statements: ['old'] }));
    const recent = Array.from({ length: 300 }, (_, index) => ({
      startedAt: 9 * day,
      lastStartedAt: 9 * day,
      requestId: `recent-${index}`,
      statements: ['recent'],
    }));
    await add([...old, ...recent]);
    const limits = { olderThan: 2 * day, mostEntries: 10_000 };
    let steps = 0;
    while (await history.prune(limits)) steps += 1;
    expect(steps).toBeGreaterThan(2);
    expect(await ids({ first: 1_000 })).toHaveLength(300);
    const [id = 0] = await add([{ startedAt: 9 * day, lastStartedAt: 9 * day, statements: ['recent'] }]);
    expect(await history.find(1, id)).toMatchObject({ statements: ['recent'] });

    while (await history.prune({ ...limits, mostEntries: 50 }));
    expect(await ids({ first: 1_000 })).toHaveLength(50);
    while (await history.prune({ olderThan: 99 * day, mostEntries: 50 }));
    expect(await ids({ first: 1_000 })).toEqual([]);
    const [again = 0] = await add([{ startedAt: 99 * day, lastStartedAt: 99 * day, statements: ['recent', 'old'] }]);
    expect(await history.find(1, again)).toMatchObject({ statements: ['recent', 'old'] });
  });
});
