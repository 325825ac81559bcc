import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataClient, type DataClient, type Query } from '@orrery/client/data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSlowProject } from '../chat/slow-project.ts';
import { eventually } from '../eventually.ts';
import { type ServedProject, serveProject } from '../serve-project.ts';

const byStatus = {
  measures: ['orders.count', 'orders.total_amount'],
  dimensions: ['orders.status'],
  order: { 'orders.status': 'asc' },
} as const satisfies Query;

describe('the Data client with a server', () => {
  let served: ServedProject;
  let client: DataClient;

  beforeAll(async () => {
    served = await serveProject(join(import.meta.dirname, '../client-project'));
    client = createDataClient({ apiUrl: `${served.origin}/cubejs-api/v1`, token: served.token });
  });

  afterAll(() => served?.close());

  it('loads rows, with all their digits', async () => {
    const { data, annotation, query } = await client.load(byStatus);
    expect(data).toEqual([
      { 'orders.status': 'completed', 'orders.count': '2', 'orders.total_amount': '9007199254740993.00' },
      { 'orders.status': 'new', 'orders.count': '2', 'orders.total_amount': '30.75' },
      { 'orders.status': null, 'orders.count': '1', 'orders.total_amount': '1.00' },
    ]);
    expect([annotation.measures['orders.count']?.title, query.limit]).toEqual(['Orders Count', 10_000]);
  });

  it('loads numbers as numbers, or says which one has too many digits', async () => {
    const numeric = createDataClient({
      apiUrl: `${served.origin}/cubejs-api/v1`,
      token: served.token,
      numbers: 'number',
    });
    const filters = [{ member: 'orders.status', operator: 'equals', values: ['new'] }] as const;
    expect((await numeric.load({ ...byStatus, filters })).data).toEqual([
      { 'orders.status': 'new', 'orders.count': 2, 'orders.total_amount': 30.75 },
    ]);
    await expect(numeric.load(byStatus)).rejects.toThrow('orders.total_amount is 9007199254740993.00');
    const sql = "SELECT status, MEASURE(total_amount) AS total FROM orders WHERE status = 'new' GROUP BY 1";
    expect((await numeric.cubeSql(sql)).data).toEqual([['new', 30.75]]);
  });

  it('loads compact rows, comparisons and several queries', async () => {
    const { data } = await client.load({ ...byStatus, responseFormat: 'compact' });
    expect([data.members, data.dataset.length]).toEqual([['orders.status', 'orders.count', 'orders.total_amount'], 3]);
    const compareDateRange = [
      ['2024-01-01', '2024-01-31'],
      ['2024-02-01', '2024-02-29'],
    ];
    const timeDimensions = [{ dimension: 'orders.created_at', compareDateRange }];
    const compared = await client.loadMany({ measures: ['orders.count'], timeDimensions });
    expect(compared.results.map((each) => each.data[0]?.['orders.count'])).toEqual(['3', '2']);
    const day = [{ dimension: 'orders.created_at', granularity: 'day' }];
    const measures = ['orders.count', 'orders.paid_count'];
    const blended = await client.loadMany(measures.map((one) => ({ measures: [one], timeDimensions: day })));
    expect([blended.queryType, blended.results.length]).toEqual(['blendingQuery', 2]);
  });

  it('describes the model, its values, and what queries mean', async () => {
    expect((await client.meta()).cubes.map(({ name }) => name)).toEqual(['orders', 'users', 'orders_view']);
    expect((await client.meta({ isExtended: true, onlyViews: true })).cubes.map(({ name }) => name)).toEqual([
      'orders_view',
    ]);
    expect(await client.values({ member: 'orders.status', search: 'comp' })).toEqual({
      member: 'orders.status',
      values: ['completed'],
      complete: true,
    });
    expect((await client.sql(byStatus)).sql.sql[0]).toContain('orders__count');
    const day = [{ dimension: 'orders.created_at', granularity: 'day' }];
    const byDay = { measures: ['orders.count'], timeDimensions: day };
    expect((await client.sql([byDay, byDay])).length).toBe(2);
    expect((await client.sql('SELECT MEASURE(count) FROM orders')).sql.status).toBe('ok');
    expect((await client.dryRun(byStatus)).queryOrder).toEqual([{ 'orders.status': 'asc' }]);
    expect((await client.explain(byStatus)).members.map(({ name }) => name)).toContain('orders.total_amount');
  });

  it('runs statements, whole and row by row', async () => {
    const sql = 'SELECT status, MEASURE(count) AS orders FROM orders GROUP BY 1 ORDER BY 1';
    const { schema, data } = await client.cubeSql(sql);
    expect([schema.map(({ name }) => name), data]).toEqual([
      ['status', 'orders'],
      [
        ['completed', '2'],
        ['new', '2'],
        [null, '1'],
      ],
    ]);
    const rows: unknown[] = [];
    for await (const { status } of client.cubeSqlStream<{ status: string | null }>(sql)) rows.push(status);
    expect(rows).toEqual(['completed', 'new', null]);
    await expect(client.cubeSql('SELECT * FROM nope')).rejects.toMatchObject({
      code: 'statement.failed',
      message: expect.stringContaining("'nope'"),
    });
  });

  it('says everything that is wrong with a query', async () => {
    await expect(client.load({ measures: ['orders.cuont'], limit: 99_999 })).rejects.toMatchObject({
      status: 400,
      code: 'query.unknown-member',
      details: [
        { path: 'measures[0]', hint: 'Did you mean orders.count?' },
        { path: 'limit', code: 'query.limit-exceeded' },
      ],
    });
  });

  it('gets another token when one is refused', async () => {
    const tokens = ['expired', served.token];
    let asked = 0;
    const renewing = createDataClient({
      apiUrl: `${served.origin}/cubejs-api/v1`,
      token: () => tokens[asked++] ?? '',
    });
    expect((await renewing.load({ measures: ['orders.count'] })).data).toEqual([{ 'orders.count': '5' }]);
    expect(asked).toBe(2);
  });
});

describe('the Data client with a slow query', () => {
  let project: string;
  let served: ServedProject;

  beforeAll(async () => {
    project = await writeSlowProject();
    served = await serveProject(project);
  });

  afterAll(async () => {
    await served?.close();
    await rm(project, { recursive: true });
  });

  it('stops it on the server when it is aborted', async () => {
    const client = createDataClient({ apiUrl: `${served.origin}/cubejs-api/v1`, token: served.token });
    const running = () =>
      served.composition.runtime.figures().queues.reduce((sum, { running: count }) => sum + count, 0);
    for (const act of [
      (signal: AbortSignal) => client.load({ measures: ['numbers.hash'] }, { signal }),
      (signal: AbortSignal) => client.cubeSql('SELECT MEASURE(hash) FROM numbers', { signal }),
    ]) {
      const controller = new AbortController();
      const answer = act(controller.signal);
      const refused = expect(answer).rejects.toThrow('enough');
      await eventually(async () => expect(running()).toBe(1));
      controller.abort(new Error('enough'));
      await refused;
      await eventually(async () => expect(running()).toBe(0));
    }
  });
});
