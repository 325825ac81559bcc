import { join } from 'node:path';
import cube, { type CubeApi, type Query, RequestError } from '@cubejs-client/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedProject, serveProject } from './serve-project.ts';

let served: ServedProject;
let client: CubeApi;

beforeAll(async () => {
  served = await serveProject(join(import.meta.dirname, 'client-project'));
  client = cube(served.token, { apiUrl: `${served.origin}/cubejs-api/v1` });
});

afterAll(() => served?.close());

const byDay: Query = {
  measures: ['orders.count'],
  timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day', dateRange: ['2024-01-01', '2024-01-04'] }],
};

const byStatus: Query = {
  measures: ['orders.count', 'orders.total_amount'],
  dimensions: ['orders.status'],
  order: { 'orders.status': 'asc' },
};

describe('the public client, unmodified, loads', () => {
  it('rows, with numbers as text and all their digits', async () => {
    const result = await client.load(byStatus);
    expect(result.rawData()).toEqual([
      { 'orders.status': 'completed', 'orders.count': '2', 'orders.total_amount': '9007199254740993.00' },
      { 'orders.status': 'new', 'orders.count': '2', 'orders.total_amount': '30.75' },
      { 'orders.status': null, 'orders.count': '1', 'orders.total_amount': '1.00' },
    ]);
    expect(result.query()).toMatchObject({ order: [{ id: 'orders.status', desc: false }], limit: 10_000 });
  });

  it('numbers as numbers', async () => {
    const result = await client.load({ measures: ['orders.count'] }, { castNumerics: true });
    expect(result.rawData()).toEqual([{ 'orders.count': 5 }]);
  });

  it('numbers of dimensions as numbers, too, and texts unchanged', async () => {
    const result = await client.load({ dimensions: ['orders.amount', 'orders.status'] }, { castNumerics: true });
    expect(result.rawData()[0]).toEqual({ 'orders.amount': 1, 'orders.status': null });
  });

  it('only the newest of the answers it waits for', async () => {
    const newest = { mutexObj: {}, mutexKey: 'chart' };
    const answers = await Promise.all([client.load(byDay, newest), client.load(byStatus, newest)]);
    expect(answers[0]).toBeNull();
    expect(answers[1]?.rawData()).toHaveLength(3);
  });

  it('nothing when it was stopped', async () => {
    const leaving = new AbortController();
    leaving.abort();
    await expect(client.load(byDay, { signal: leaving.signal })).rejects.toThrow();
  });

  it.each(['compact', 'columnar'] as const)('the %s format', async (format) => {
    const plain = await client.load(byStatus);
    const result = await client.load(byStatus, undefined, undefined, format);
    expect(result.rawData()).toEqual(plain.rawData());
    const nothing: Query = { ...byStatus, filters: [{ member: 'orders.status', operator: 'equals', values: ['x'] }] };
    expect((await client.load(nothing, undefined, undefined, format)).rawData()).toEqual([]);
  });

  it('the number of rows without a limit', async () => {
    const result = await client.load({ ...byStatus, limit: 1, total: true });
    expect(result.rawData()).toHaveLength(1);
    expect(result.totalRows()).toBe(3);
  });

  it('a query too long for a URL', async () => {
    const values = ['new', ...Array.from({ length: 300 }, (_, index) => `status number ${index}`)];
    const query: Query = {
      measures: ['orders.count'],
      filters: [{ member: 'orders.status', operator: 'equals', values }],
    };
    expect((await client.load(query)).rawData()).toEqual([{ 'orders.count': '2' }]);
  });

  it('filters, segments, booleans and other cubes', async () => {
    const result = await client.load({
      measures: ['orders.paid_count'],
      dimensions: ['users.city', 'orders.is_paid'],
      segments: ['orders.completed'],
      filters: [{ or: [{ member: 'users.city', operator: 'contains', values: ['"oslo"'] }] }],
    });
    expect(result.rawData()).toEqual([
      { 'users.city': 'Say "Oslo"', 'orders.is_paid': true, 'orders.paid_count': '2' },
    ]);
    expect(result.annotation().segments).toHaveProperty(['orders.completed', 'shortTitle'], 'Completed');
  });

  it('through a view', async () => {
    const result = await client.load({ measures: ['orders_view.count'], dimensions: ['orders_view.status'] });
    expect(result.rawData()[0]).toEqual({ 'orders_view.status': 'completed', 'orders_view.count': '2' });
  });
});

describe('the public client pivots', () => {
  it('days without rows are filled from the resolved range', async () => {
    const result = await client.load(byDay);
    expect(result.rawData()).toHaveLength(2);
    expect(result.chartPivot().map((row) => [row.x, row['orders.count']])).toEqual([
      ['2024-01-01T00:00:00.000', 2],
      ['2024-01-02T00:00:00.000', 0],
      ['2024-01-03T00:00:00.000', 1],
      ['2024-01-04T00:00:00.000', 0],
    ]);
    expect(result.pivot().map((row) => row.xValues)).toHaveLength(4);
  });

  it.each(['hour', 'day', 'week', 'month', 'quarter', 'year'])(
    'no row is lost when every %s is filled, on a clock with changes',
    async (granularity) => {
      for (const timezone of ['UTC', 'America/New_York', 'Asia/Kathmandu']) {
        const dateRange: [string, string] = ['2023-12-31', '2024-03-20'];
        const timeDimensions = [{ dimension: 'orders.created_at', granularity, dateRange }];
        const result = await client.load({ measures: ['orders.count'], timeDimensions, timezone });
        const total = result.chartPivot().reduce((sum, row) => sum + Number(row['orders.count']), 0);
        expect([timezone, total]).toEqual([timezone, 5]);
      }
    },
  );

  it('tables and series with titles', async () => {
    const result = await client.load({ ...byDay, dimensions: ['orders.status'] });
    const pivotConfig = { x: ['orders.created_at.day'], y: ['orders.status', 'measures'] };
    expect(result.tablePivot(pivotConfig)[0]).toEqual({
      'orders.created_at.day': '2024-01-01T00:00:00.000',
      'completed,orders.count': 0,
      'new,orders.count': '2',
    });
    expect(result.seriesNames(pivotConfig).map((series) => series.title)).toEqual([
      'new, Orders Count',
      'completed, Orders Count',
    ]);
    expect(result.series(pivotConfig)).toHaveLength(2);
    expect(result.tableColumns().map((column) => column.title)).toContain('Orders Created at');
  });

  it('drills down into a number', async () => {
    const result = await client.load(byDay);
    const query = result.drillDown({ xValues: ['2024-01-01T00:00:00.000'] });
    expect(query).toMatchObject({
      dimensions: ['orders.status', 'orders.created_at'],
      measures: ['orders.total_amount'],
      filters: [{ member: 'orders.count', operator: 'measureFilter' }],
    });
    const rows = await client.load(query ?? {});
    expect(rows.rawData().map((row) => row['orders.status'])).toEqual(['new', 'new']);
  });

  it('keeps an answer for later', async () => {
    const result = await client.load(byDay);
    const { ResultSet } = await import('@cubejs-client/core');
    expect(ResultSet.deserialize(result.serialize()).chartPivot()).toEqual(result.chartPivot());
  });
});

const compared: Query = {
  measures: ['orders.count'],
  timeDimensions: [
    {
      dimension: 'orders.created_at',
      granularity: 'day',
      compareDateRange: [
        ['2024-01-01', '2024-01-03'],
        ['2024-02-09', '2024-02-11'],
      ],
    },
  ],
};

const blended: Query[] = [
  byDay,
  {
    measures: ['orders.paid_count'],
    dimensions: ['orders.status'],
    timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day', dateRange: ['2024-01-01', '2024-01-04'] }],
  },
];

describe('the public client compares ranges', () => {
  const [january, february] = [
    '2024-01-01T00:00:00.000 - 2024-01-03T23:59:59.999',
    '2024-02-09T00:00:00.000 - 2024-02-11T23:59:59.999',
  ];

  it('side by side, days without rows filled', async () => {
    const result = await client.load(compared);
    expect(
      result.pivot().map(({ xValues, yValuesArray }) => [xValues[0], ...yValuesArray.map((value) => value[1])]),
    ).toEqual([
      ['2024-01-01T00:00:00.000', '2', 0],
      ['2024-01-02T00:00:00.000', 0, '1'],
      ['2024-01-03T00:00:00.000', '1', '1'],
    ]);
    expect(result.series().map(({ key, title, series }) => [key, title, series.map(({ value }) => value)])).toEqual([
      [`${january},orders.count`, `${january}, Orders Count`, [2, 0, 1]],
      [`${february},orders.count`, `${february}, Orders Count`, [0, 1, 1]],
    ]);
    expect(result.tableColumns().map(({ key }) => key)).toEqual(['orders.created_at.day', january, february]);
    expect(result.tablePivot()[0]).toEqual({
      'orders.created_at.day': '2024-01-01T00:00:00.000',
      [`${january},orders.count`]: '2',
      [`${february},orders.count`]: 0,
    });
  });

  it.each(['compact', 'columnar'] as const)('in the %s format', async (format) => {
    const plain = await client.load(compared);
    const result = await client.load(compared, undefined, undefined, format);
    expect(result.chartPivot()).toEqual(plain.chartPivot());
  });

  it('and separates them again, also from the cache', async () => {
    const { ResultSet } = await import('@cubejs-client/core');
    const result = ResultSet.deserialize((await client.load(compared)).serialize());
    expect(() => result.rawData()).toThrow('Please use decompose');
    const parts = result.decompose();
    expect(parts.map((part) => part.rawData().length)).toEqual([2, 2]);
    expect(parts[1]?.chartPivot().map((row) => row['orders.count'])).toEqual([0, 1, 1]);
    expect(parts[0]?.drillDown({ xValues: ['2024-01-01T00:00:00.000'] })).toMatchObject({
      timeDimensions: [{ dateRange: ['2024-01-01T00:00:00.000', '2024-01-01T23:59:59.999'] }],
    });
  });

  it('by statements and a dry run', async () => {
    const statements = await client.sql(compared);
    expect(statements).toHaveLength(2);
    expect(await client.dryRun(compared)).toMatchObject({ queryType: 'compareDateRangeQuery' });
  });
});

describe('the public client blends queries', () => {
  it('by their shared time', async () => {
    const result = await client.load(blended);
    const values = (row: (typeof rows)[number]) =>
      ['orders.count', 'new,orders.paid_count', 'completed,orders.paid_count'].map((key) => row[key]);
    const rows = result.chartPivot();
    expect(rows.map((row) => [row.x.slice(0, 10), ...values(row)])).toEqual([
      ['2024-01-01', 2, 1, 0],
      ['2024-01-02', 0, 0, 0],
      ['2024-01-03', 1, 0, 1],
      ['2024-01-04', 0, 0, 0],
    ]);
    expect(result.decompose().map((part) => part.rawData().length)).toEqual([2, 2]);
    const twice = await client.load([byDay, byDay]);
    expect(twice.seriesNames({ aliasSeries: ['one', 'two'] } as never).map(({ key }) => key)).toEqual([
      'one,orders.count',
      'two,orders.count',
    ]);
  });

  it('in whatever format it asked for', async () => {
    const [plain, compact] = [await client.load(blended), await client.load(blended, undefined, undefined, 'compact')];
    expect(compact.chartPivot()).toEqual(plain.chartPivot());
  });
});

describe('the public client knows granularities of the model', () => {
  it.each([
    ['ten_days', ['2024-01-01', '2024-02-10'], ['2024-01-01', '2024-01-11', '2024-01-21', '2024-01-31', '2024-02-10']],
    ['fiscal_year', ['2023-03-01', '2024-03-01'], ['2023-02-01', '2024-02-01']],
  ])('%s, buckets without rows filled, no row lost', async (granularity, [from = '', to = ''], buckets) => {
    const timeDimensions = [{ dimension: 'orders.created_at', granularity, dateRange: [from, to] as [string, string] }];
    const result = await client.load({ measures: ['orders.count'], timeDimensions });
    const rows = result.chartPivot();
    expect(rows.map((row) => row.x.slice(0, 10))).toEqual(buckets);
    const counted = result.rawData().reduce((sum, row) => sum + Number(row['orders.count']), 0);
    expect(rows.reduce((sum, row) => sum + Number(row['orders.count']), 0)).toBe(counted);
    expect(result.tableColumns()[0]?.key).toBe(`orders.created_at.${granularity}`);
    const drill = result.drillDown({ xValues: [rows[0]?.x ?? ''] });
    expect((await client.load(drill ?? {})).rawData().length).toBeGreaterThan(0);
  });
});

describe('the public client drills down', () => {
  it('into a filtered measure, a missing value and a part of a range', async () => {
    const result = await client.load({
      measures: ['orders.paid_count'],
      dimensions: ['orders.status'],
      timeDimensions: [
        { dimension: 'orders.created_at', granularity: 'month', dateRange: ['2024-01-02', '2024-02-28'] },
      ],
      timezone: 'America/New_York',
    });
    const query = result.drillDown({ xValues: ['2024-01-01T00:00:00.000'], yValues: ['completed'] });
    expect(query).toEqual({
      measures: [],
      dimensions: ['orders.status', 'orders.amount'],
      filters: [
        { member: 'orders.paid_count', operator: 'measureFilter' },
        { member: 'orders.status', operator: 'equals', values: ['completed'] },
      ],
      timeDimensions: [
        { dimension: 'orders.created_at', dateRange: ['2024-01-02T00:00:00.000', '2024-01-31T23:59:59.999'] },
      ],
      segments: [],
      timezone: 'America/New_York',
    });
    expect((await client.load(query ?? {})).rawData()).toEqual([
      { 'orders.status': 'completed', 'orders.amount': '9007199254740993.00' },
    ]);
    const missing = result.drillDown({ xValues: ['2024-02-01T00:00:00.000'], yValues: [null as never] });
    expect(missing?.filters?.[1]).toEqual({ member: 'orders.status', operator: 'notSet' });
  });
});

describe('the public client requests', () => {
  it('the metadata', async () => {
    const meta = await client.meta();
    expect(meta.cubes.map((one) => one.name)).toEqual(['orders', 'users', 'orders_view']);
    expect(meta.resolveMember('orders.status', 'dimensions')).toMatchObject({
      title: 'Orders Status',
      type: 'string',
      description: 'Where the order stands',
    });
    expect(meta.membersForQuery({}, 'measures').map((one) => one.name)).toContain('orders.total_amount');
    expect(meta.defaultTimeDimensionNameFor('orders.count')).toBe('orders.created_at');
  });

  it.each([
    ['orders.status', 'string'],
    ['orders.amount', 'number'],
    ['orders.created_at', 'time'],
  ])('which operators %s takes, and each of them is served', async (member, type) => {
    const meta = await client.meta();
    const operators = meta.filterOperatorsForMember(member, ['dimensions']).map(({ name }) => name);
    expect(operators.length).toBeGreaterThan(5);
    const values = { string: ['new'], number: ['1'], time: ['2024-01-01', '2024-01-02'] }[type];
    const refusals: string[] = [];
    for (const operator of operators) {
      const filters = [{ member, operator, ...(/set$/i.test(operator) ? {} : { values }) }];
      // The client's type for filters requires each operator to match its kind of member.
      const query = { measures: ['orders.count'], filters } as Query;
      await client.load(query).catch((error: Error) => refusals.push(`${operator}: ${error.message}`));
    }
    expect(refusals).toEqual([]);
  });

  it('the statement of a query', async () => {
    const query = await client.sql({
      ...byStatus,
      filters: [{ member: 'orders.status', operator: 'equals', values: ['new'] }],
    });
    expect(query.sql()).toContain('orders__count');
    expect(query.rawQuery().sql[1]).toContain('new');
  });

  it('a dry run of a query', async () => {
    const answer = await client.dryRun({ measures: ['orders.count'], dimensions: ['orders.status'] });
    expect(answer).toMatchObject({ queryType: 'regularQuery', queryOrder: [{ 'orders.count': 'desc' }] });
  });

  it('and reports errors', async () => {
    const failure = client.load({ measures: ['orders.cuont'] });
    await expect(failure).rejects.toThrow(RequestError);
    await expect(failure).rejects.toMatchObject({
      status: 400,
      message: "'cuont' not found for path 'orders.cuont'",
      response: { problems: [{ path: 'measures[0]', hint: expect.stringContaining('orders.count') }] },
    });
    const stranger = cube('nonsense', { apiUrl: `${served.origin}/cubejs-api/v1` });
    await expect(stranger.load(byDay)).rejects.toMatchObject({ status: 401 });
  });
});
