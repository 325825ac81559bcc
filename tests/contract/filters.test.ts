import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

const count = { measures: ['orders.count'] };

/** Ids of the orders that pass a filter. */
async function kept(member: string, operator: string, values?: readonly unknown[], more: object = {}): Promise<string> {
  const filters = [{ member, operator, ...(values ? { values } : {}) }];
  const rows = await service.rows({ dimensions: ['orders.number'], filters, ...more });
  return rows.map((row) => row['orders.number']).join();
}

const statusOf = (operator: string, ...values: readonly unknown[]) => kept('orders.status', operator, values);

describe('a filter of rows', () => {
  it.each<[string, readonly unknown[], string]>([
    ['equals', ['new', null], '1,2,7'],
    ['equals', [null], '7'],
    ['in', ['new', 'completed'], '1,2,3,4'],
    ['notEquals', ['new'], '3,4,5,6,7'],
    ['notEquals', ['new', null], '3,4,5,6'],
    ['notEquals', [null], '1,2,3,4,5,6'],
    ['notIn', ['new', 'completed'], '5,6,7'],
    ['contains', ['50%'], '5'],
    ['contains', ['NEW', 'plet'], '1,2,3,4'],
    ['contains', ['new', null], '1,2,7'],
    ['contains', [null], '7'],
    ['startsWith', [null], '7'],
    ['notEndsWith', [null], '1,2,3,4,5,6'],
    ['notContains', ['e', 'zz'], '5,6,7'],
    ['notContains', ['e', null], '5,6'],
    ['startsWith', ['50'], '5,6'],
    ['notStartsWith', ['50', 'n'], '3,4,7'],
    ['endsWith', ['OFF', 'w'], '1,2,5,6'],
    ['notEndsWith', ['off'], '1,2,3,4,7'],
  ])('%s %j', async (operator, values, numbers) => {
    expect(await statusOf(operator, ...values)).toBe(numbers);
  });

  it.each<[string, string]>([
    ['set', '1,2,3,4,5,6'],
    ['notSet', '7'],
  ])('%s', async (operator, numbers) => {
    expect(await kept('orders.status', operator)).toBe(numbers);
  });

  it.each<[string, readonly unknown[], string]>([
    ['gt', ['5', '1'], '6,7'],
    ['gte', [5], '5,6,7'],
    ['lt', [null, 3], '1,2'],
    ['lte', ['3'], '1,2,3'],
    ['equals', [3], '3'],
  ])('of a number: %s %j', async (operator, values, numbers) => {
    expect(await kept('orders.number', operator, values)).toBe(numbers);
  });

  it('of a boolean accepts booleans and text', async () => {
    for (const value of [true, 'true']) expect(await kept('orders.is_paid', 'equals', [value])).toBe('1,3,4,6');
    expect(await kept('orders.is_paid', 'notEquals', [true])).toBe('2,5,7');
  });

  it.each<[string, readonly string[], string]>([
    ['inDateRange', ['2024-01-05', '2024-01-10'], '2,3,4,5'],
    ['notInDateRange', ['2024-01-05', '2024-05-14'], '1,7'],
    ['onTheDate', ['2024-01-10'], '4,5'],
    ['beforeDate', ['2024-01-10'], '1,2,3'],
    ['beforeOrOnDate', ['2024-01-10'], '1,2,3,4,5'],
    ['afterDate', ['2024-01-10'], '6,7'],
    ['afterOrOnDate', ['2024-01-10'], '4,5,6,7'],
    ['beforeDate', ['2024-01-10T08:00:00'], '1,2,3,4'],
    ['afterOrOnDate', ['2024-01-10T09:00:00+01:00'], '5,6,7'],
  ])('of a time: %s %j', async (operator, values, numbers) => {
    expect(await kept('orders.created_at', operator, values)).toBe(numbers);
  });

  it('of a day uses the day of the zone', async () => {
    const zone = { timezone: 'America/Los_Angeles' };
    expect(await kept('orders.created_at', 'onTheDate', ['2024-01-09'], zone)).toBe('4');
  });

  it('accepts no relative dates', async () => {
    const filters = [{ member: 'orders.created_at', operator: 'afterDate', values: ['last week'] }];
    expect(await service.refusal({ ...count, filters })).toMatchObject({
      status: 400,
      error: "Can't parse date: 'last week'",
    });
  });

  it('of a range requires two dates', async () => {
    const filters = [{ member: 'orders.created_at', operator: 'inDateRange', values: ['2024-01-01'] }];
    expect((await service.refusal({ ...count, filters })).error).toBe('2 arguments expected for date range');
  });

  it('binds its values, and never writes them into the statement', async () => {
    const values = ["'; DROP TABLE orders; --"];
    const { sql } = await service.sql({ ...count, filters: [{ member: 'orders.status', operator: 'equals', values }] });
    expect(sql.sql[0]).not.toContain('DROP');
    expect(sql.sql[1]).toEqual(values);
  });
});

describe('a filter of groups', () => {
  const byStatus = { ...count, dimensions: ['orders.status'], order: { 'orders.status': 'asc' } };

  it('compares with its first value', async () => {
    const filters = [{ member: 'orders.count', operator: 'gt', values: ['1', '99'] }];
    const answer = await service.load({ ...byStatus, filters });
    expect(answer.data).toEqual([
      { 'orders.status': 'completed', 'orders.count': '2' },
      { 'orders.status': 'new', 'orders.count': '2' },
    ]);
    expect(answer.warnings?.map(({ code }) => code)).toEqual(['query.values-ignored']);
  });

  it('may name a measure that is not selected', async () => {
    const filters = [{ member: 'orders.paid_count', operator: 'equals', values: ['2'] }];
    expect(await service.rows({ ...byStatus, filters })).toEqual([
      { 'orders.status': 'completed', 'orders.count': '2' },
    ]);
  });

  it("applies a measure's filters to rows on request", async () => {
    const filters = [{ member: 'orders.paid_count', operator: 'measureFilter' }];
    expect(await service.rows({ ...count, filters })).toEqual([{ 'orders.count': '4' }]);
  });
});

describe('filters', () => {
  it('filters are joined with AND, or as their group says', async () => {
    const is = (member: string, ...values: readonly unknown[]) => ({ member, operator: 'equals', values });
    const filters = [
      { or: [is('orders.status', 'new'), { and: [is('orders.is_paid', true), is('users.city', 'Oslo')] }] },
      { member: 'orders.number', operator: 'lt', values: [6] },
    ];
    const rows = await service.rows({ dimensions: ['orders.number'], filters });
    expect(rows.map((row) => row['orders.number']).join()).toBe('1,2,3,4');
  });

  it('filters of rows and of groups may be combined', async () => {
    const filters = [
      { or: [{ member: 'orders.status', operator: 'set' }] },
      { or: [{ member: 'orders.count', operator: 'equals', values: ['1'] }] },
    ];
    const rows = await service.rows({ ...count, dimensions: ['orders.status'], filters });
    expect(rows.map((row) => row['orders.status'])).toEqual(['50% off', '500 off']);
  });
});

describe('a segment', () => {
  it('keeps its rows, and is described', async () => {
    const answer = await service.load({ ...count, segments: ['orders.completed'] });
    expect(answer.data).toEqual([{ 'orders.count': '2' }]);
    expect(answer.annotation.segments).toHaveProperty(['orders.completed']);
    expect(answer.query.segments).toEqual(['orders.completed']);
  });

  it('is treated as missing when it is hidden', async () => {
    expect((await service.refusal({ ...count, segments: ['orders.odd'] })).error).toBe(
      "'odd' not found for path 'orders.odd'",
    );
  });
});
