import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };

const time = (entry: object, more: object = {}) => ({
  ...count,
  timeDimensions: [{ dimension: 'orders.created_at', ...entry }],
  ...more,
});

describe('a date range', () => {
  it.each<[unknown, string, string]>([
    [['2024-01-01'], '2024-01-01T00:00:00.000', '2024-01-01T23:59:59.999'],
    [['2020-01-01T00:00:00+02:00', '2020-01-02'], '2019-12-31T22:00:00.000', '2020-01-02T23:59:59.999'],
    ['last 7 days', '2024-05-08T00:00:00.000', '2024-05-14T23:59:59.999'],
    ['LAST WEEK', '2024-05-06T00:00:00.000', '2024-05-12T23:59:59.999'],
    ['from 7 days ago to now', '2024-05-08T00:00:00.000', '2024-05-15T23:59:59.999'],
    ['from 2020-01-01 to today', '2020-01-01T00:00:00.000', '2024-05-15T23:59:59.999'],
  ])('%j is read at once', async (dateRange, from, to) => {
    const { query } = await service.load(time({ dateRange }));
    expect(query.timeDimensions).toEqual([{ dimension: 'orders.created_at', dateRange: [from, to] }]);
  });

  it.each(['Foo Bar', 'last weekend', 'this 7 days', 'past 7 days', 'Q1 2023', '2023', 'all time', 'year to date'])(
    "'%s' is no date range",
    async (dateRange) => {
      expect(await service.refusal(time({ dateRange }))).toMatchObject({
        status: 400,
        error: `Can't parse date: '${dateRange.toLowerCase()}'`,
      });
    },
  );

  it('without a granularity restricts rows and selects nothing', async () => {
    expect(await service.rows(time({ dateRange: ['2024-01-01', '2024-01-31'] }))).toEqual([{ 'orders.count': '5' }]);
  });

  it('includes both of its ends, in the zone of the query', async () => {
    const range = { dateRange: ['2024-01-10', '2024-01-10'] };
    expect(await service.rows(time(range))).toEqual([{ 'orders.count': '2' }]);
    expect(await service.rows(time(range, { timezone: 'America/Los_Angeles' }))).toEqual([{ 'orders.count': '1' }]);
  });

  it('of a day uses the day of the zone', async () => {
    const { query } = await service.load(time({ dateRange: 'today' }, { timezone: 'Pacific/Kiritimati' }));
    expect(query.timeDimensions[0]?.dateRange?.[0]).toBe('2024-05-16T00:00:00.000');
  });
});

describe('a bucket', () => {
  const buckets = async (granularity: string, more: object = {}) =>
    (await service.rows(time({ granularity, dateRange: ['2024-01-02', '2024-01-31'] }, more))).map((row) => [
      row[`orders.created_at.${granularity}`],
      row['orders.count'],
    ]);

  it('without rows is missing', async () => {
    expect(await buckets('day')).toEqual([
      ['2024-01-05T00:00:00.000', '1'],
      ['2024-01-07T00:00:00.000', '1'],
      ['2024-01-10T00:00:00.000', '2'],
    ]);
  });

  it('of a week begins on Monday', async () => {
    expect(await buckets('week')).toEqual([
      ['2024-01-01T00:00:00.000', '2'],
      ['2024-01-08T00:00:00.000', '2'],
    ]);
  });

  it.each([
    ['second', '2024-01-05T10:15:20.000'],
    ['minute', '2024-01-05T10:15:00.000'],
    ['hour', '2024-01-05T10:00:00.000'],
    ['month', '2024-01-01T00:00:00.000'],
    ['quarter', '2024-01-01T00:00:00.000'],
    ['year', '2024-01-01T00:00:00.000'],
  ])('of a %s starts where it starts', async (granularity, start) => {
    const second = [{ member: 'orders.number', operator: 'equals', values: ['2'] }];
    expect(await buckets(granularity, { filters: second })).toEqual([[start, '1']]);
  });

  it('follows the clock of the zone', async () => {
    const query = time({ granularity: 'day' }, { timezone: 'America/Los_Angeles', limit: 1 });
    expect((await service.rows(query))[0]).toMatchObject({ 'orders.created_at.day': '2023-12-31T00:00:00.000' });
  });

  it('is in the zone that the project has by default', async () => {
    await using elsewhere = await ContractService.open({
      environment: { CUBEJS_DEFAULT_TIMEZONE: 'America/Los_Angeles' },
    });
    const answer = await elsewhere.load(time({ granularity: 'day' }, { limit: 1 }));
    expect(answer.query.timezone).toBe('America/Los_Angeles');
    expect(answer.data).toMatchObject([{ 'orders.created_at.day': '2023-12-31T00:00:00.000' }]);
  });
});
