import { afterEach, describe, expect, it, vi } from 'vitest';
import type { QueryEvent } from '../../../runtime/src/query/query-observer.ts';
import type { HistoryEntry } from './history-entry.ts';
import type { HistoryItem, HistoryKeeper } from './history-keeper.ts';
import { HistoryRecorder } from './history-recorder.ts';
import { eventually } from '../../../../tests/eventually.ts';

const event: QueryEvent = {
  requestId: 'request-1',
  deploymentId: 1,
  branch: null,
  endpoint: 'load',
  principal: { deploymentId: 1, securityContext: { sub: 'bob' } },
  query: {
    measures: ['orders.count'],
    filters: [
      {
        or: [
          { member: 'orders.status', operator: 'set' },
          { dimension: 'customers.city', operator: 'set' },
        ],
      },
    ],
    timeDimensions: [{ dimension: 'orders.created_at' }],
  },
  statements: ['SELECT 1'],
  dataSource: 'default',
  startedAt: 1_000,
  timingsMs: { bind: 0.12345, engine: 40, total: 41 },
  cache: 'miss',
  rows: 3,
  bytes: 100,
  status: 200,
  errorCode: undefined,
};

/** Adds up entries as the store does. */
class MemoryKeeper implements HistoryKeeper {
  readonly entries: HistoryEntry[] = [];
  fails = false;
  readonly batches: number[] = [];

  async append(items: readonly HistoryItem[]): Promise<readonly number[]> {
    if (this.fails) throw new Error('the disk is full');
    this.batches.push(items.length);
    return items.map(({ entry, id }) => {
      const known = id === undefined ? undefined : this.entries[id];
      if (!known || id === undefined) return this.entries.push(entry) - 1;
      this.entries[id] = { ...known, answers: known.answers + entry.answers, lastStartedAt: entry.lastStartedAt };
      return id;
    });
  }
  list = vi.fn();
  find = vi.fn();
  prune = vi.fn(async () => false);
  close = vi.fn(async () => undefined);
}

let recorder: HistoryRecorder;
afterEach(() => recorder.close());

function record() {
  const keeper = new MemoryKeeper();
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const clock = { time: 1_000, now: () => clock.time };
  recorder = new HistoryRecorder({
    keeper,
    callerFactsOf: ({ securityContext }) => ({ tenant: `print of ${String(securityContext['sub'])}`, claims: '{}' }),
    keepForMs: 1_000,
    mostEntries: 100,
    clock,
    log,
  });
  return { keeper, log, clock };
}

it('keeps an entry for each query, without waiting for it', async () => {
  const { keeper } = record();
  recorder.observe(event);
  recorder.observe({
    ...event,
    requestId: 'request-2',
    status: 400,
    errorCode: 'query.unknown-member',
    query: undefined,
  });
  expect(keeper.entries).toEqual([]);
  await recorder.flush();
  expect(keeper.entries).toMatchObject([
    {
      requestId: 'request-1',
      tenant: 'print of bob',
      query: JSON.stringify(event.query),
      members: ' orders.count orders.created_at orders.status customers.city ',
      statements: ['SELECT 1'],
      timings: '{"bind":0.123,"engine":40,"total":41}',
      answers: 1,
    },
    { requestId: 'request-2', errorCode: 'query.unknown-member', query: null, members: '' },
  ]);
  expect(recorder.figures).toEqual({ since: 1_000, buffered: 0, written: 2, dropped: 0, failedWrites: 0 });
});

it('writes a batch after a while', async () => {
  const { keeper } = record();
  recorder.observe(event);
  await eventually(() => expect(keeper.entries).toHaveLength(1));
});

it('drops a query that is too long, and records its length', async () => {
  const { keeper } = record();
  const values = Array.from({ length: 5_000 }, (_, index) => `value ${index}`);
  recorder.observe({ ...event, query: { filters: [{ member: 'orders.status', operator: 'equals', values }] } });
  await recorder.flush();
  expect(keeper.entries[0]).toMatchObject({ query: null, members: ' orders.status ' });
  expect(keeper.entries[0]?.queryLength).toBeGreaterThan(50_000);
});

describe('equal queries of one caller answered from the cache', () => {
  const hit = (changes: Partial<QueryEvent> = {}): QueryEvent => ({
    ...event,
    cache: 'hit',
    statements: [],
    ...changes,
  });

  it('share an entry with a count', async () => {
    const { keeper } = record();
    for (let index = 0; index < 500; index++) recorder.observe(hit({ startedAt: 1_000 + index }));
    await recorder.flush();
    recorder.observe(hit({ startedAt: 9_000 }));
    await recorder.flush();
    expect(keeper.entries).toHaveLength(1);
    expect(keeper.entries[0]).toMatchObject({ answers: 501, startedAt: 1_000, lastStartedAt: 9_000 });
    expect(recorder.figures.written).toBe(501);
  });

  it('are represented by the slowest one', async () => {
    const { keeper } = record();
    for (const [index, total] of [1, 7, 3].entries()) {
      recorder.observe(hit({ requestId: `r${index}`, timingsMs: { total } }));
    }
    await recorder.flush();
    expect(keeper.entries).toMatchObject([{ requestId: 'r1', totalMs: 7, totalMsSum: 11, timings: '{"total":7}' }]);
  });

  it('are kept apart from other queries, callers, endpoints and deployments', async () => {
    const { keeper } = record();
    const alice = { ...event.principal, securityContext: { sub: 'alice' } };
    const others = [{}, { query: {} }, { principal: alice }, { endpoint: 'sql' }, { deploymentId: 2 }, { branch: 'x' }];
    for (const changes of others) recorder.observe(hit(changes as Partial<QueryEvent>));
    await recorder.flush();
    expect(keeper.entries).toHaveLength(others.length);
  });

  it('are kept apart from others of any length', async () => {
    const { keeper } = record();
    const asking = (value: string) => hit({ query: { segments: ['x'.repeat(20_000) + value] } });
    for (const value of ['a', 'b', 'a']) recorder.observe(asking(value));
    await recorder.flush();
    expect(keeper.entries.map(({ answers }) => answers)).toEqual([2, 1]);
  });

  it('get a new entry every few minutes', async () => {
    const { keeper } = record();
    recorder.observe(hit());
    recorder.observe(hit({ startedAt: 1_000 + 5 * 60_000 }));
    await recorder.flush();
    expect(keeper.entries.map(({ answers }) => answers)).toEqual([1, 1]);
  });
});

describe('when more arrives than can be kept', () => {
  it('counts what is dropped', async () => {
    const { keeper } = record();
    keeper.fails = true;
    for (let index = 0; index < 12_000; index++) recorder.observe({ ...event, requestId: `r${index}` });
    expect(recorder.figures).toMatchObject({ buffered: 10_000, dropped: 2_000 });
    keeper.fails = false;
    await recorder.flush();
    expect(keeper.entries).toHaveLength(10_000);
    expect(Math.max(...keeper.batches)).toBeLessThanOrEqual(100);
    expect(recorder.figures).toEqual({ since: 1_000, buffered: 0, written: 10_000, dropped: 2_000, failedWrites: 0 });
  });

  it('bounds the size of the kept texts', () => {
    record();
    const statements = ['x'.repeat(1_000_000)];
    for (let index = 0; index < 100; index++) recorder.observe({ ...event, statements });
    expect(recorder.figures.buffered).toBeLessThan(20);
    expect(recorder.figures.dropped).toBeGreaterThan(80);
  });

  it('counts cached answers that it can no longer tell apart', async () => {
    const { keeper } = record();
    for (let index = 0; index < 6_000; index++) recorder.observe({ ...event, cache: 'hit', query: { limit: index } });
    await recorder.flush();
    const kept = keeper.entries.length;
    expect([kept, recorder.figures.dropped]).toEqual([5_000, 1_000]);
  });
});

describe('when the store fails', () => {
  it('tries again, logs that once, and loses nothing', async () => {
    const { keeper, log } = record();
    keeper.fails = true;
    recorder.observe(event);
    recorder.observe({ ...event, cache: 'hit' });
    await recorder.flush();
    await recorder.flush();
    recorder.observe({ ...event, cache: 'hit' });
    keeper.fails = false;
    await recorder.flush();
    expect(keeper.entries.reduce((sum, { answers }) => sum + answers, 0)).toBe(3);
    expect(recorder.figures).toEqual({ since: 1_000, buffered: 0, written: 3, dropped: 0, failedWrites: 2 });
    expect(log.error).toHaveBeenCalledOnce();
    expect(log.info).toHaveBeenCalledOnce();
  });

  it('drops a batch that always fails, and goes on with the next', async () => {
    const { keeper, log } = record();
    keeper.fails = true;
    recorder.observe(event);
    for (let index = 0; index < 5; index++) await recorder.flush();
    expect(recorder.figures).toMatchObject({ buffered: 0, dropped: 1 });
    expect(log.error).toHaveBeenCalledTimes(2);
    keeper.fails = false;
    recorder.observe(event);
    await recorder.flush();
    expect(keeper.entries).toHaveLength(1);
  });
});

describe('when the service stops', () => {
  it('writes what is waiting, and then accepts nothing more', async () => {
    const { keeper } = record();
    recorder.observe(event);
    recorder.observe({ ...event, cache: 'hit' });
    await recorder.close();
    expect(keeper.entries).toHaveLength(2);
    expect(keeper.close).toHaveBeenCalledOnce();
    recorder.observe(event);
    expect(recorder.figures).toEqual({ since: 1_000, buffered: 0, written: 2, dropped: 1, failedWrites: 0 });
  });

  it('logs how much it could not write, and does not wait endlessly', async () => {
    const { keeper, log } = record();
    keeper.fails = true;
    recorder.observe(event);
    await recorder.close();
    expect(log.warn).toHaveBeenCalledWith({ queries: 1 }, 'the last queries are not in the history');
    expect(recorder.figures.dropped).toBe(1);
  });
});
