import {
  dryRunAnswerSchema,
  loadResultSchema,
  multiLoadResultSchema,
  sqlAnswerSchema,
  type WireQuery,
} from '@orrery/contract';
import { describe, expect, it } from 'vitest';
import { presentDryRun } from '../../../../runtime/src/query/dry-run-body.ts';
import { presentEcho } from '../../../../runtime/src/query/prepare-query.ts';
import { type LoadFacts, presentLoad } from '../../../../runtime/src/query/load-body.ts';
import {
  bucketOutput,
  civil,
  dimensionOutput,
  measureOutput,
  sampleQuery,
} from '../../../../runtime/src/query/sample-query.ts';
import { presentSql } from '../../../../runtime/src/query/sql-body.ts';
import { toQuery } from '../../../../runtime/src/request/wire.ts';

const wire: WireQuery = {
  order: { 'orders.count': 'desc' },
  measures: ['orders.count'],
  dimensions: ['orders.status', 'orders.created_at.day'],
  timeDimensions: [{ dimension: 'orders.paid_at', dateRange: 'today' }],
  filters: [{ dimension: 'orders.status', operator: 'equals', values: [1] }],
  responseFormat: 'compact',
  cache: 'no-cache',
  joinHints: [],
};

const today = { from: civil('2024-05-15T00:00:00.000'), to: civil('2024-05-15T23:59:59.999') };

const bound = sampleQuery(
  [dimensionOutput('orders.status'), bucketOutput('orders.created_at', 'day'), measureOutput('orders.count')],
  { order: [{ output: 2, isDescending: true }], dateRanges: [today, null], limit: 5 },
);

const echo = presentEcho(wire, toQuery(wire), bound);

describe('presentEcho', () => {
  it('shows the parsed query, in the order of the contract', () => {
    expect(JSON.stringify(echo)).toBe(
      JSON.stringify({
        measures: ['orders.count'],
        dimensions: ['orders.status'],
        timeDimensions: [
          { dimension: 'orders.paid_at', dateRange: [today.from, today.to] },
          { dimension: 'orders.created_at', granularity: 'day' },
        ],
        limit: 5,
        timezone: 'UTC',
        responseFormat: 'compact',
        filters: [{ member: 'orders.status', operator: 'equals', values: ['1'] }],
        rowLimit: 5,
        order: [{ id: 'orders.count', desc: true }],
      }),
    );
  });

  it('shows no order that was not requested', () => {
    const measures = ['orders.count'];
    expect(presentEcho({ measures }, toQuery({ measures }), sampleQuery([]))).toEqual({
      measures,
      dimensions: [],
      timeDimensions: [],
      limit: 10_000,
      timezone: 'UTC',
      filters: [],
      rowLimit: 10_000,
    });
  });
});

const facts: LoadFacts = {
  query: echo,
  lastRefreshTime: '2024-05-15T10:20:30.000Z',
  annotation: { measures: {}, dimensions: {}, segments: {}, timeDimensions: {} },
  dataSource: 'default',
  dbType: 'duckdb',
  slowQuery: false,
  warnings: [],
};

describe('presentLoad', () => {
  it('gives the bare result', () => {
    const body: unknown = JSON.parse(presentLoad({ ...facts, total: 5 }, [Buffer.from('[]')], false).bytes.toString());
    const result = loadResultSchema.parse(body);
    expect(Object.keys(result)).toEqual([
      'query',
      'lastRefreshTime',
      'annotation',
      'dataSource',
      'dbType',
      'external',
      'slowQuery',
      'total',
      'data',
    ]);
    expect(result).toMatchObject({ external: false, slowQuery: false, total: 5, data: [] });
  });

  it('wraps the result for clients that read several', () => {
    const body: unknown = JSON.parse(presentLoad(facts, [Buffer.from('['), Buffer.from(']')], true).bytes.toString());
    const answer = multiLoadResultSchema.parse(body);
    expect(answer).toMatchObject({ queryType: 'regularQuery', slowQuery: false });
    expect(answer.pivotQuery).toEqual({ ...echo, queryType: 'regularQuery' });
  });

  it('gives more details in development mode', () => {
    const body: unknown = JSON.parse(
      presentLoad({ ...facts, requestId: 'r' }, [Buffer.from('[]')], false).bytes.toString(),
    );
    expect(loadResultSchema.parse(body)).toMatchObject({
      usedPreAggregations: {},
      transformedQuery: null,
      requestId: 'r',
    });
  });
});

it('presentSql gives text, parameters and the meaning of the columns', () => {
  const compiled = { text: 'SELECT $1', params: ['new'], columns: [], dataSource: 'default' };
  expect(sqlAnswerSchema.parse(presentSql(bound, compiled, false))).toEqual({
    sql: {
      sql: ['SELECT $1', ['new']],
      external: false,
      dataSource: 'default',
      order: { 'orders.count': 'desc' },
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
    },
    dataSource: 'default',
  });
});

it('presentDryRun shows the order and the cache mode', () => {
  const answer = dryRunAnswerSchema.parse(
    presentDryRun({
      queryType: 'regularQuery',
      queries: [{ query: wire, cacheMode: 'stale-if-slow', prepared: { echo, bound } }],
    }),
  );
  expect(answer.queryOrder).toEqual([{ 'orders.count': 'desc' }]);
  expect(answer.normalizedQueries[0]).toMatchObject({ cacheMode: 'stale-if-slow', queryType: 'regularQuery' });
  expect(answer.transformedQueries).toEqual([null]);
});
