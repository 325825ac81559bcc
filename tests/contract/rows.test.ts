import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };

describe('rows', () => {
  it('hold numbers as text, with all their digits, on every engine', async () => {
    const measures = ['orders.count', 'orders.total_amount', 'orders.avg_amount'];
    expect(await service.rows({ measures, dimensions: ['orders.status'], limit: 2 })).toEqual([
      {
        'orders.status': 'completed',
        'orders.count': '2',
        'orders.total_amount': '9007199254740993.00',
        'orders.avg_amount': expect.any(String),
      },
      {
        'orders.status': 'new',
        'orders.count': '2',
        'orders.total_amount': '30.75',
        'orders.avg_amount': '15.375',
      },
    ]);
    expect(await service.rows({ dimensions: ['orders.number'], limit: 1 })).toEqual([{ 'orders.number': '1' }]);
  });

  it('hold booleans, texts and nulls', async () => {
    const dimensions = ['orders.number', 'orders.status', 'orders.is_paid', 'users.city'];
    const rows = await service.rows({ dimensions, order: { 'orders.number': 'desc' }, limit: 3 });
    expect(rows).toEqual([
      { 'orders.number': '7', 'orders.status': null, 'orders.is_paid': null, 'users.city': null },
      { 'orders.number': '6', 'orders.status': '500 off', 'orders.is_paid': true, 'users.city': 'Oslo' },
      { 'orders.number': '5', 'orders.status': '50% off', 'orders.is_paid': false, 'users.city': 'Rome' },
    ]);
  });

  it('hold a bucket under its own name and the plain one, and the time itself where it is a dimension', async () => {
    const day = { dimension: 'orders.created_at', granularity: 'day' };
    const month = { dimension: 'orders.created_at', granularity: 'month' };
    const second = { member: 'orders.number', operator: 'equals', values: ['2'] };
    const [start, bucket] = ['2024-01-05T00:00:00.000', '2024-01-01T00:00:00.000'];
    const rowOf = async (query: object) => (await service.rows({ ...count, ...query, filters: [second] }))[0];
    expect(await rowOf({ timeDimensions: [day] })).toEqual({
      'orders.created_at.day': start,
      'orders.created_at': start,
      'orders.count': '1',
    });
    expect(await rowOf({ timeDimensions: [month, day] })).toEqual({
      'orders.created_at.month': bucket,
      'orders.created_at.day': start,
      'orders.created_at': start,
      'orders.count': '1',
    });
    expect(await rowOf({ timeDimensions: [day], dimensions: ['orders.created_at'] })).toEqual({
      'orders.created_at.day': start,
      'orders.created_at': '2024-01-05T10:15:20.000',
      'orders.count': '1',
    });
  });

  it('are the same for a granularity among the dimensions', async () => {
    const one = await service.load({ ...count, dimensions: ['orders.created_at.month'] });
    const other = await service.load({
      ...count,
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }],
    });
    expect(one).toEqual(other);
    expect(one.data).toEqual([
      {
        'orders.created_at.month': '2024-01-01T00:00:00.000',
        'orders.created_at': '2024-01-01T00:00:00.000',
        'orders.count': '5',
      },
      {
        'orders.created_at.month': '2024-05-01T00:00:00.000',
        'orders.created_at': '2024-05-01T00:00:00.000',
        'orders.count': '2',
      },
    ]);
  });

  it('are those of the data, one for each order, in an ungrouped query', async () => {
    const query = {
      measures: ['orders.count', 'orders.total_amount'],
      dimensions: ['orders.status', 'orders.created_at'],
      ungrouped: true,
    };
    const { data, query: echo } = await service.load(query);
    expect(data).toHaveLength(7);
    expect(echo.ungrouped).toBe(true);
    expect(data).toContainEqual({
      'orders.status': 'new',
      'orders.created_at': '2024-01-05T10:15:20.000',
      'orders.count': '1',
      'orders.total_amount': '20.25',
    });
  });

  it('of a joined cube include those without a partner', async () => {
    expect(await service.rows({ ...count, dimensions: ['users.city'], order: { 'users.city': 'asc' } })).toEqual([
      { 'users.city': 'Oslo', 'orders.count': '3' },
      { 'users.city': 'Rome', 'orders.count': '3' },
      { 'users.city': null, 'orders.count': '1' },
    ]);
  });

  it('of two cubes count each of them once', async () => {
    expect(await service.rows({ measures: ['orders.count', 'users.count'] })).toEqual([
      { 'orders.count': '7', 'users.count': '2' },
    ]);
  });

  it('of a view have its names', async () => {
    const query = { measures: ['orders_view.count'], dimensions: ['orders_view.users_city'] };
    expect((await service.rows({ ...query, limit: 1 }))[0]).toEqual({
      'orders_view.users_city': 'Oslo',
      'orders_view.count': '3',
    });
  });
});

describe('the format of rows', () => {
  const query = {
    ...count,
    dimensions: ['orders.status'],
    timeDimensions: [{ dimension: 'orders.created_at', granularity: 'year' }],
    order: { 'orders.status': 'asc' },
    limit: 2,
  };
  const members = ['orders.status', 'orders.created_at.year', 'orders.count', 'orders.created_at'];
  const year = '2024-01-01T00:00:00.000';

  it('compact names the members once', async () => {
    const answer = await service.load({ ...query, responseFormat: 'compact' });
    expect(answer.query.responseFormat).toBe('compact');
    expect(answer.data).toEqual({
      members,
      dataset: [
        ['50% off', year, '1', year],
        ['500 off', year, '1', year],
      ],
    });
  });

  it('columnar has a list for each member', async () => {
    const answer = await service.load({ ...query, responseFormat: 'columnar' });
    expect(answer.query.responseFormat).toBe('columnar');
    expect(answer.data).toEqual({
      members,
      columns: [
        ['50% off', '500 off'],
        [year, year],
        ['1', '1'],
        [year, year],
      ],
    });
  });

  it.each([
    ['compact', { members: [], dataset: [] }],
    ['columnar', { members: [], columns: [] }],
    ['default', []],
  ])('%s of nothing names no members', async (responseFormat, data) => {
    const nothing = [{ member: 'orders.status', operator: 'equals', values: ['nothing of it'] }];
    expect((await service.load({ ...query, filters: nothing, responseFormat })).data).toEqual(data);
  });
});

describe('the annotation', () => {
  it('describes every member by title, type and format', async () => {
    const { annotation } = await service.load({
      measures: ['orders.total_amount', 'orders.count'],
      dimensions: ['orders.status'],
      segments: ['orders.completed'],
    });
    expect(annotation).toEqual({
      measures: {
        'orders.total_amount': {
          title: 'Orders Total Amount',
          shortTitle: 'Total Amount',
          type: 'number',
          format: 'currency',
          currency: 'EUR',
          drillMembers: [],
          drillMembersGrouped: { measures: [], dimensions: [] },
        },
        'orders.count': {
          title: 'Orders Count',
          shortTitle: 'Count',
          type: 'number',
          drillMembers: ['orders.number', 'orders.status', 'orders.count'],
          drillMembersGrouped: { measures: ['orders.count'], dimensions: ['orders.number', 'orders.status'] },
        },
      },
      dimensions: {
        'orders.status': {
          title: 'Orders Status',
          shortTitle: 'Status',
          description: 'Where the order stands',
          type: 'string',
          meta: { icon: 'flag' },
        },
      },
      segments: { 'orders.completed': { title: 'Orders Done and dusted', shortTitle: 'Done and dusted' } },
      timeDimensions: {},
    });
  });

  it('describes a bucket by both of its names, with its granularity', async () => {
    const timeDimensions = [{ dimension: 'orders.created_at', granularity: 'day' }];
    const face = { title: 'Orders Created at', shortTitle: 'Created at', type: 'time' };
    const bucket = { ...face, granularity: { name: 'day', title: 'day', interval: '1 day' } };
    const { annotation } = await service.load({ ...count, timeDimensions });
    expect(annotation.timeDimensions['orders.created_at.day']).toEqual(bucket);
    expect(annotation.timeDimensions['orders.created_at']).toMatchObject(face);
    const both = await service.load({ ...count, timeDimensions, dimensions: ['orders.created_at'] });
    expect(Object.keys(both.annotation.timeDimensions)).toEqual(['orders.created_at.day']);
    const filtered = await service.load({ ...count, timeDimensions: [{ dimension: 'orders.created_at' }] });
    expect(filtered.annotation.timeDimensions).toEqual({});
  });
});
