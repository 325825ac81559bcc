import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const byStatus = { measures: ['orders.count'], dimensions: ['orders.status'] };
const onlyNew = [{ member: 'orders.status', operator: 'equals', values: ['new'] }];
const byDay = { ...byStatus, timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day' }] };

describe('the statement of a query', () => {
  it('binds values and names columns after members', async () => {
    const { sql } = await service.sql({ measures: ['orders.count'], filters: onlyNew });
    expect(sql.sql[0]).toContain('"orders__count"');
    expect(sql.sql[1]).toEqual(['new']);
  });

  it('describes its columns', async () => {
    const answer = await service.sql(byDay);
    expect(answer.dataSource).toBe('default');
    expect(answer.sql).toMatchObject({
      external: false,
      dataSource: 'default',
      order: { 'orders.created_at': 'asc' },
      timeDimensionAlias: 'orders__created_at_day',
      timeDimensionField: 'orders.created_at',
      aliasNameToMember: {
        orders__status: 'orders.status',
        orders__created_at_day: 'orders.created_at.day',
        orders__count: 'orders.count',
      },
      memberNames: ['orders.status', 'orders.created_at.day', 'orders.count'],
      cacheKeyQueries: [],
      preAggregations: [],
      lambdaQueries: {},
      canUseTransformedQuery: {},
    });
  });

  it('says more in development mode', async () => {
    await using development = await ContractService.open({ isProduction: false });
    expect((await development.sql(byStatus)).sql).toHaveProperty('rollupMatchResults');
    expect((await service.sql(byStatus)).sql).not.toHaveProperty('rollupMatchResults');
  });
});

describe('a dry run', () => {
  it('shows the query that will run, its order including the default one, and its cache mode', async () => {
    const answer = await service.dryRun({ ...byStatus, filters: onlyNew, renewQuery: true });
    expect(answer).toEqual({
      queryType: 'regularQuery',
      normalizedQueries: [
        {
          ...byStatus,
          timeDimensions: [],
          filters: onlyNew,
          limit: 10_000,
          rowLimit: 10_000,
          timezone: 'UTC',
          cacheMode: 'must-revalidate',
          queryType: 'regularQuery',
        },
      ],
      queryOrder: [{ 'orders.count': 'desc' }],
      transformedQueries: [null],
      pivotQuery: answer.normalizedQueries[0],
    });
    expect((await service.dryRun(byStatus)).normalizedQueries[0]?.cacheMode).toBe('stale-if-slow');
  });

  it.each([
    [byDay, { 'orders.created_at': 'asc' }],
    [
      {
        ...byDay,
        order: [
          ['orders.status', 'desc'],
          ['orders.created_at.day', 'desc'],
        ],
      },
      { 'orders.status': 'desc', 'orders.created_at': 'desc' },
    ],
    [{ ...byDay, dimensions: ['orders.created_at'] }, { 'orders.created_at.day': 'asc' }],
    [{ dimensions: ['orders.status'] }, { 'orders.status': 'asc' }],
    [{ measures: ['orders.count'] }, {}],
    [{ ...byStatus, order: {} }, {}],
  ])('names the order of %j as a caller would', async (query, order) => {
    expect((await service.dryRun(query)).queryOrder).toEqual([order]);
  });

  it('resolves dates and moves granularities to their times', async () => {
    const query = {
      dimensions: ['orders.created_at.month'],
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: 'last week' }],
    };
    expect((await service.dryRun(query)).pivotQuery).toMatchObject({
      dimensions: [],
      timeDimensions: [
        { dimension: 'orders.created_at', dateRange: ['2024-05-06T00:00:00.000', '2024-05-12T23:59:59.999'] },
        { dimension: 'orders.created_at', granularity: 'month' },
      ],
    });
  });

  it('runs nothing', async () => {
    const refusal = await service.refusal({ ...byStatus, limit: 50_001 }, 'dry-run');
    expect(refusal).toMatchObject({ status: 400, error: 'Error: The query limit has been exceeded.' });
  });
});
