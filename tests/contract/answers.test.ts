import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };

const byStatus = { ...count, dimensions: ['orders.status'] };

describe('an answer', () => {
  it('is one result', async () => {
    const { text } = await service.askQuery(count);
    expect(Object.keys(JSON.parse(text))).toEqual([
      'query',
      'lastRefreshTime',
      'annotation',
      'dataSource',
      'dbType',
      'external',
      'slowQuery',
      'data',
    ]);
  });

  it('is a list of one result for a client that reads several', async () => {
    const { text } = await service.askQuery(count, 'load', { queryType: 'multi' });
    expect(Object.keys(JSON.parse(text))).toEqual(['queryType', 'results', 'pivotQuery', 'slowQuery']);
    const answer = await service.loadMulti(count);
    expect(answer).toMatchObject({
      queryType: 'regularQuery',
      results: [{ data: [{ 'orders.count': '7' }] }],
      pivotQuery: { measures: ['orders.count'], queryType: 'regularQuery' },
    });
    expect(answer.pivotQuery).toEqual(answer.results[0]?.query);
  });

  it('names the time and source of its data, and no internals', async () => {
    const answer = await service.load(count);
    expect(answer).toMatchObject({ dataSource: 'default', dbType: 'duckdb', external: false, slowQuery: false });
    expect(answer.lastRefreshTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Object.keys(answer)).not.toContain('total');
  });

  it('says more in development mode', async () => {
    await using development = await ContractService.open({ isProduction: false });
    const keys = Object.keys(await development.load(count));
    expect(keys).toEqual(
      expect.arrayContaining(['refreshKeyValues', 'usedPreAggregations', 'transformedQuery', 'requestId']),
    );
  });
});

describe('the query of an answer', () => {
  it('has defaults for omitted fields', async () => {
    expect((await service.load(count)).query).toEqual({
      measures: ['orders.count'],
      dimensions: [],
      timeDimensions: [],
      filters: [],
      limit: 10_000,
      rowLimit: 10_000,
      timezone: 'UTC',
    });
  });

  it('has the given fields, in one form', async () => {
    const asked = {
      ...count,
      dimensions: ['orders.status', 'orders.created_at.month'],
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: ['2024-01-01'] }],
      filters: [{ dimension: 'orders.number', operator: 'equals', values: [1, true, null] }],
      segments: ['orders.completed'],
      order: { 'orders.status': 'asc' },
      limit: 5,
      offset: 1,
      total: 'true',
      timezone: 'europe/berlin',
      ungrouped: false,
      responseFormat: 'compact',
      renewQuery: true,
      cache: 'no-cache',
    };
    const refusal = await service.refusal(asked);
    expect(refusal.error).toBe("'true' is not a number, as 'orders.number' is");
    const { query } = await service.load({
      ...asked,
      filters: [{ dimension: 'orders.number', operator: 'equals', values: [1, null] }],
    });
    expect(query).toEqual({
      measures: ['orders.count'],
      dimensions: ['orders.status'],
      timeDimensions: [
        { dimension: 'orders.created_at', dateRange: ['2024-01-01T00:00:00.000', '2024-01-01T23:59:59.999'] },
        { dimension: 'orders.created_at', granularity: 'month' },
      ],
      filters: [{ member: 'orders.number', operator: 'equals', values: ['1', null] }],
      segments: ['orders.completed'],
      order: [{ id: 'orders.status', desc: false }],
      limit: 5,
      rowLimit: 5,
      offset: 1,
      total: true,
      timezone: 'Europe/Berlin',
      ungrouped: false,
      responseFormat: 'compact',
    });
  });
});

describe('rows are ordered', () => {
  const statuses = async (query: object) => (await service.rows(query)).map((row) => row['orders.status']);

  it('by the first measure, descending, by default', async () => {
    expect((await service.rows(byStatus)).map((row) => row['orders.count'])).toEqual(['2', '2', '1', '1', '1']);
    expect((await service.load(byStatus)).query).not.toHaveProperty('order');
  });

  it('by an object', async () => {
    const query = { ...byStatus, order: { 'orders.status': 'asc' } };
    expect(await statuses(query)).toEqual(['50% off', '500 off', 'completed', 'new', null]);
    expect((await service.load(query)).query.order).toEqual([{ id: 'orders.status', desc: false }]);
  });

  it('by pairs, one after the other', async () => {
    const order = [
      ['orders.count', 'asc'],
      ['orders.status', 'desc'],
    ];
    expect(await statuses({ ...byStatus, order })).toEqual(['500 off', '50% off', null, 'new', 'completed']);
  });

  it('by names in any letter case', async () => {
    const query = { ...byStatus, order: { 'ORDERS.Status': 'desc' } };
    expect(await statuses(query)).toEqual(['new', 'completed', '500 off', '50% off', null]);
  });

  it('by a time under its plain name and under that of its bucket', async () => {
    const byMonth = { ...count, timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }] };
    for (const name of ['orders.created_at', 'orders.created_at.month']) {
      const rows = await service.rows({ ...byMonth, order: { [name]: 'desc' } });
      expect(rows.map((row) => row['orders.created_at.month'])).toEqual([
        '2024-05-01T00:00:00.000',
        '2024-01-01T00:00:00.000',
      ]);
    }
  });

  it.each([[[]], [{}]])('not at all for %j', async (order) => {
    expect((await service.load({ ...byStatus, order })).query.order).toEqual([]);
    const { sql } = await service.sql({ ...byStatus, order });
    expect(sql.sql[0]).not.toContain('ORDER BY');
    expect((await service.sql(byStatus)).sql.sql[0]).toContain('ORDER BY');
  });

  it('not by a member that is not selected, with a warning', async () => {
    const answer = await service.load({ ...count, order: { 'orders.status': 'asc' } });
    expect(answer.data).toEqual([{ 'orders.count': '7' }]);
    expect(answer.warnings?.map(({ code }) => code)).toEqual(['query.order-ignored']);
  });

  it('never by a missing member', async () => {
    expect(await service.refusal({ ...byStatus, order: { 'orders.nope': 'asc' } })).toMatchObject({
      status: 400,
      error: "'nope' not found for path 'orders.nope'",
    });
  });
});

describe('rows are limited', () => {
  it('to none by a limit of 0', async () => {
    expect((await service.load({ ...count, limit: 0 })).data).toEqual([]);
  });

  it('to a part, while the total counts all of them', async () => {
    const answer = await service.load({ ...byStatus, limit: 2, total: true });
    expect(answer.data).toHaveLength(2);
    expect(answer.total).toBe(5);
    const rest = await service.load({ ...byStatus, limit: 2, offset: 4, total: true });
    expect([rest.data, rest.total]).toEqual([[{ 'orders.status': null, 'orders.count': '1' }], 5]);
  });

  it('to the maximum when the default is higher', async () => {
    const environment = { CUBEJS_DB_QUERY_DEFAULT_LIMIT: '100', CUBEJS_DB_QUERY_LIMIT: '3' };
    await using capped = await ContractService.open({ environment });
    expect((await capped.load(byStatus)).query).toMatchObject({ limit: 3, rowLimit: 3 });
  });
});
