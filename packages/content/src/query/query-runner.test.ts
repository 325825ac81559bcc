import type { MemberId, Zone } from '@orrery/semantic';
import { describe, expect, it, vi } from 'vitest';
import type { Runtime } from '../../../runtime/src/runtime.ts';
import { AnswerService } from '../../../runtime/src/answer/answer-service.ts';
import { DataSourceFailure } from '../../../runtime/src/request/data-source-failure.ts';
import type { QueryEvent } from '../../../runtime/src/query/query-observer.ts';
import { type CannedAnswer, canned, sampleRuntime } from '../../../runtime/src/query/sample-runtime.ts';
import { EngineError } from '@orrery/engines';
import { NotFound, Unauthorized } from '../../../kernel/src/failure/errors.ts';
import { Statements } from '../../../runtime/src/statement/statements.ts';
import { QueryRunner, type StoredQueryRun } from './query-runner.ts';

const now = Date.UTC(2026, 5, 17);
const rows = () => canned(['paid', 'sent', null], ['12345678901234567890.10', '2', '3']);

function opened(answer: CannedAnswer = rows, more: Partial<Runtime> = {}, patienceMs = 60_000) {
  const { runtime, statements } = sampleRuntime(answer);
  const served: Runtime = { ...runtime, ...more };
  const events: QueryEvent[] = [];
  const clock = { now: () => now };
  const answers = new AnswerService({ cacheBytes: 1_000_000, clock, patienceMs });
  const answered = vi.spyOn(answers, 'answer');
  const runner = new QueryRunner({
    runtimes: { get: async (id) => (id === 1 ? served : undefined) },
    users: {
      in: (accountId) => ({
        of: async (id) =>
          accountId === 1 && id === 7 ? { groups: ['eu'], roles: ['viewer'], userAttributes: {} } : undefined,
      }),
    },
    answers,
    statements: new Statements(),
    observer: { observe: (event) => events.push(event) },
    clock,
  });
  const run = (query: object | string, rest: Partial<StoredQueryRun> = {}): StoredQueryRun => ({
    deploymentId: 1,
    query: { kind: 'json', text: typeof query === 'string' ? query : JSON.stringify(query) },
    claims: { cubeCloud: { user: 7 } },
    requestId: 'r-1',
    signal: new AbortController().signal,
    ...rest,
  });
  return { runner, run, statements, events, asked: () => answered.mock.calls.length };
}

const byStatus = { measures: ['orders.total_amount'], dimensions: ['orders.status'] };

describe('a stored query, run', () => {
  it('gives columns with titles and rows with all digits', async () => {
    const { runner, run, events } = opened();
    expect(await runner.run(run(byStatus))).toEqual({
      kind: 'rows',
      table: {
        columns: [
          { name: 'orders.status', title: 'orders status', shortTitle: 'status', type: 'string', role: 'dimension' },
          {
            name: 'orders.total_amount',
            title: 'orders total_amount',
            shortTitle: 'total_amount',
            type: 'number',
            format: 'currency',
            currency: 'EUR',
            role: 'measure',
          },
        ],
        rows: [
          ['paid', '12345678901234567890.10'],
          ['sent', '2'],
          [null, '3'],
        ],
        warnings: [],
        refreshedAt: now,
        timezone: 'UTC',
      },
    });
    expect(events).toMatchObject([{ endpoint: 'load', status: 200, rows: 3, requestId: 'r-1', query: byStatus }]);
    expect(events[0]?.principal.securityContext['cubeCloud']).toMatchObject({ user: 7, groups: ['eu'] });
  });

  it('says which columns are measures, and what buckets of time are', async () => {
    const { runner, run } = opened(() => canned([], []));
    const timeDimensions = [{ dimension: 'orders.created_at', granularity: 'month' }];
    const { table } = (await runner.run(run({ measures: ['orders.count'], timeDimensions }))) as {
      table: { columns: readonly unknown[] };
    }; // it has rows
    expect(table.columns).toMatchObject([
      { name: 'orders.created_at.month', role: 'dimension', granularity: 'month' },
      { name: 'orders.count', role: 'measure' },
    ]);
  });

  it('of a statement says the zone of its buckets, as a query does', async () => {
    const { runtime } = sampleRuntime(rows);
    const query = { ...runtime.query, defaultZone: 'Europe/Oslo' as Zone };
    const { runner, run } = opened(() => canned([], []), { query });
    const bucket = `date_trunc('month', created_at) AS "orders.created_at.month"`;
    const text = `SELECT ${bucket}, MEASURE(count) + 1 AS more FROM orders GROUP BY 1`;
    expect(await runner.run(run('', { query: { kind: 'statement', text } }))).toMatchObject({
      kind: 'rows',
      table: {
        columns: [{ name: 'orders.created_at.month', granularity: 'month' }, { name: 'more' }],
        timezone: 'Europe/Oslo',
      },
    });
  });

  it('gives columns also without rows', async () => {
    const { runner, run } = opened(() => canned([], []));
    const outcome = await runner.run(run(byStatus));
    expect(outcome).toMatchObject({ kind: 'rows', table: { rows: [], columns: [{ name: 'orders.status' }, {}] } });
  });

  it('runs with the additions of a dashboard, as the history shows', async () => {
    const { runner, run, statements, events } = opened();
    const filters = [{ member: 'orders.status', value: 'paid' }];
    await runner.run(run(byStatus, { filters }));
    expect(statements[0]?.params).toContain('paid');
    const added = [{ member: 'orders.status', operator: 'equals', values: ['paid'] }];
    expect(events[0]?.query).toEqual({ ...byStatus, filters: added });
  });

  it('is refused, and nothing runs, when a filter of the dashboard cannot be applied', async () => {
    const { runner, run, statements } = opened();
    const refused = async (...filters: NonNullable<StoredQueryRun['filters']>) => {
      const outcome = await runner.run(run(byStatus, { filters }));
      return outcome.kind === 'refused' ? outcome.problems.map(({ code, path }) => [code, path]) : outcome;
    };
    expect(await refused({ member: 'orders.status', operator: 'contains', value: 'x', caseSensitive: true })).toEqual([
      ['content.filter-not-supported', 'dashboardFilters[0]'],
    ]);
    expect(await refused({ member: 'orders.nothing', value: 'x' })).toMatchObject([
      ['query.unknown-member', expect.stringContaining('dashboardFilters[0]')],
    ]);
    expect(statements).toEqual([]);
  });

  it('runs each time unless cached answers are allowed', async () => {
    const { runner, run, statements } = opened();
    await runner.run(run(byStatus));
    await runner.run(run(byStatus));
    expect(statements).toHaveLength(2);
    await runner.run(run(byStatus, { cacheMode: 'stale-if-slow' }));
    expect(statements).toHaveLength(2);
    expect(await runner.refresh(run(byStatus))).toEqual({ kind: 'refreshed' });
    expect(statements).toHaveLength(3);
  });

  it('leaves out rows beyond the requested number, and says so', async () => {
    const { runner, run, statements } = opened();
    const outcome = await runner.run(run(byStatus, { mostRows: 2 }));
    expect(outcome).toMatchObject({
      kind: 'rows',
      table: {
        rows: [
          ['paid', '12345678901234567890.10'],
          ['sent', '2'],
        ],
        warnings: [{ code: 'content.rows-left-out' }],
      },
    });
    expect(statements[0]?.text).toMatch(/LIMIT 3/);
    const few = await runner.run(run({ ...byStatus, limit: 2 }, { mostRows: 3 }));
    expect(few).toMatchObject({ kind: 'rows', table: { warnings: [] } });
    expect(statements[1]?.text).toMatch(/LIMIT 2/);
  });

  it('concatenates the results of a comparison', async () => {
    const { runner, run } = opened(() => canned(['5']));
    const compareDateRange = [
      ['2026-01-01', '2026-01-02'],
      ['2025-01-01', '2025-01-02'],
    ];
    const timeDimensions = [{ dimension: 'orders.created_at', compareDateRange }];
    const outcome = await runner.run(run({ measures: ['orders.count'], timeDimensions }));
    const table = outcome.kind === 'rows' ? outcome.table : undefined;
    expect(table?.columns.map(({ name }) => name)).toEqual(['orders.count', 'compareDateRange']);
    expect(table?.rows.map(([count, range]) => [count, String(range).slice(0, 10)])).toEqual([
      ['5', '2026-01-01'],
      ['5', '2025-01-01'],
    ]);
    const texts = [2026, 2025].map((year) => `${year}-01-01T00:00:00.000 - ${year}-01-02T23:59:59.999`);
    const ranges = (...areCut: readonly boolean[]) => ({
      member: 'orders.created_at',
      ranges: texts.map((text, index) => ({ text, isCut: areCut[index] })),
    });
    expect(table?.comparison).toEqual(ranges(false, false));
    const first = { dimension: 'orders.created_at', dateRange: ['2020-01-01', '2020-01-02'] };
    const query = { measures: ['orders.count'], timeDimensions: [first, ...timeDimensions] };
    expect(await runner.run(run(query, { mostRows: 1 }))).toMatchObject({ table: { comparison: ranges(false, true) } });
    expect(await runner.run(run({ ...query, limit: 1 }))).toMatchObject({ table: { comparison: ranges(true, true) } });
  });

  it('gives the same problem for hidden and missing members', async () => {
    const { runtime } = sampleRuntime(rows);
    const index = runtime.model.index;
    const hidden = index.members.get('orders.total_amount' as MemberId);
    if (hidden?.kind !== 'measure') throw new Error('no such measure');
    const pieces = [...index.pieces.values()].map((piece) => ({
      ...piece,
      measures: piece.measures.map((one) => (one.id === hidden.id ? { ...one, isPublic: false } : one)),
    }));
    const { indexModel } = await import('@orrery/semantic');
    const model = { ...runtime.model, index: indexModel(pieces) };
    const { runner, run, statements } = opened(rows, { model, modelFor: () => model });
    const outcome = await runner.run(run(byStatus));
    expect(outcome).toMatchObject({ kind: 'refused', problems: [{ code: 'query.unknown-member' }] });
    expect(statements).toEqual([]);
    const problems = outcome.kind === 'refused' ? outcome.problems : [];
    expect(await runner.problemsOf(run(byStatus).query, run(byStatus))).toEqual(
      problems.map((one) => ({ ...one, path: `jsonQuery.${one.path}` })),
    );
  });

  it('does not run for an inactive user, nor on a deployment that is not served', async () => {
    const { runner, run, statements } = opened();
    await expect(runner.run(run(byStatus, { claims: { cubeCloud: { user: 8 } } }))).rejects.toThrow(Unauthorized);
    const malformed = { cubeCloud: { groups: 'eu' } };
    await expect(runner.run(run(byStatus, { claims: malformed }))).rejects.toThrow(Unauthorized);
    await expect(runner.run(run(byStatus, { deploymentId: 2 }))).rejects.toThrow(NotFound);
    expect(statements).toEqual([]);
  });

  it('fails as its data source does, without the message of the engine', async () => {
    const { runner, run, events } = opened(async function* () {
      yield* failing();
    });
    const failed = runner.run(run(byStatus));
    await expect(failed).rejects.toThrow(DataSourceFailure);
    await expect(failed).rejects.toThrow(/^((?!secret).)*$/);
    expect(events).toMatchObject([{ status: 400, errorCode: 'data-source.timeout' }]);
  });

  it('waits for a slow data source as long as its caller does', async () => {
    const slow = Promise.withResolvers<void>();
    const { runner, run, statements, asked } = opened(
      async function* () {
        await slow.promise;
        yield* rows();
      },
      {},
      1, // whoever asks over HTTP is told to ask again after this
    );
    const answered = runner.run(run(byStatus));
    while (asked() < 2) await new Promise(setImmediate);
    slow.resolve();
    expect(await answered).toMatchObject({ kind: 'rows' });
    expect(statements).toHaveLength(1);

    const stopped = new AbortController();
    const never = opened(async function* (_, signal) {
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      yield* rows();
    });
    const waiting = never.runner.run(never.run(byStatus, { signal: stopped.signal }));
    while (never.statements.length === 0) await new Promise(setImmediate);
    stopped.abort(new Error('nobody waits'));
    await expect(waiting).rejects.toThrow('nobody waits');
  });
});

function failing(): never[] {
  throw new EngineError('timeout', 'row 17 said secret');
}
