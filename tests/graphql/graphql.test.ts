import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GraphqlService } from './graphql-service.ts';

let service: GraphqlService;
let connection: DuckDBConnection;
beforeAll(async () => {
  service = await GraphqlService.open();
  connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`CREATE TABLE orders AS SELECT * FROM (VALUES
    (1, 'new',       TIMESTAMP '2024-01-01 03:00:00', true,  10.50, 1),
    (2, 'new',       TIMESTAMP '2024-01-05 10:15:20', false, 20.25, 1),
    (3, 'completed', TIMESTAMP '2024-01-07 12:00:00', true,  9007199254740993, 2),
    (4, 'completed', TIMESTAMP '2024-01-10 00:00:00', true,  NULL,  2),
    (5, '50% off',   TIMESTAMP '2024-01-10 08:00:00', false, 1.00,  1),
    (6, '500 off',   TIMESTAMP '2024-05-14 22:30:00', true,  12.50, 2),
    (7, NULL,        TIMESTAMP '2024-05-15 09:30:00', NULL,  3.00,  NULL)
  ) AS t (id, status, created_at, is_paid, amount, user_id)`);
});
afterAll(async () => {
  connection?.closeSync();
  await service?.[Symbol.asyncDispose]();
});

/** Rows of SQL that was written by hand, as arrays. */
async function truth(sql: string): Promise<readonly unknown[][]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowsJson() as unknown[][];
}

describe('rows', () => {
  it('are those of SQL written by hand: groups, filters, order, limit', async () => {
    const rows = await service.rows(`{
      cube(where: {orders: {status: {set: true}}}, orderBy: {orders: {count: desc, status: asc}}, limit: 3) {
        orders { status count }
      }
    }`);
    const expected = await truth(
      `SELECT status, count(*)::INT FROM orders WHERE status IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 3`,
    );
    expect(rows.map(({ orders }) => [orders?.['status'], orders?.['count']])).toEqual(expected);
  });

  it('are an empty list where no row passes, also of groups, times and filters of measures', async () => {
    const none = 'where: {orders: {status: {equals: "no such status"}}}';
    expect(await service.rows(`{ cube(${none}) { orders { status count } } }`)).toEqual([]);
    expect(await service.rows(`{ cube(${none}) { orders { created_at { day } } } }`)).toEqual([]);
    expect(await service.rows('{ cube(where: {orders: {count: {gt: 1000}}}) { orders { status count } } }')).toEqual(
      [],
    );
    expect(await service.rows(`{ cube(${none}) { orders { count } } }`)).toEqual([{ orders: { count: 0 } }]);
  });

  it('are in the order that is written, also in a variable', async () => {
    const query = 'query ($by: RootOrderByInput) { cube(orderBy: $by) { orders { status count } } }';
    const rows = await service.rows(query, { by: { orders: { status: 'desc', count: 'asc' } } });
    const expected = await truth('SELECT status FROM orders GROUP BY 1 ORDER BY 1 DESC NULLS LAST');
    expect(rows.map(({ orders }) => [orders?.['status']])).toEqual(expected);
  });

  it('of buckets without rows are added where they are asked for, with the value that is asked for', async () => {
    const rows = async (given: string) =>
      (
        await service.rows(`{
          cube(${given}, where: {orders: {created_at: {inDateRange: ["2024-01-09", "2024-01-11"]}}}) {
            orders { created_at { day } count }
          }
        }`)
      ).map(({ orders }) => orders?.['count']);
    expect(await rows('fillMissing: false')).toEqual([2]);
    expect(await rows('fillMissing: true')).toEqual([0, 2, 0]);
    expect(await rows('fillMissing: true, fillWith: 0')).toEqual([0, 2, 0]);
    expect(await rows('fillMissing: true, fillWith: null')).toEqual([null, 2, null]);
  });

  it('of times are instants, read in the zone of the query', async () => {
    const query = (zone: string) => `{
      cube(timezone: "${zone}", orderBy: {orders: {created_at: asc}}) { orders { created_at { day } count } }
    }`;
    const days = async (zone: string) =>
      (await service.rows(query(zone))).map(({ orders }) => [
        (orders?.['created_at'] as { day: string } | undefined)?.day,
        orders?.['count'],
      ]);
    const sql = (zone: string) => `
      SELECT strftime((date_trunc('day', created_at AT TIME ZONE 'UTC' AT TIME ZONE '${zone}') AT TIME ZONE '${zone}')
        AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ'), count(*)::INT FROM orders GROUP BY 1 ORDER BY 1`;
    for (const zone of ['UTC', 'America/Los_Angeles', 'Asia/Kathmandu']) {
      expect([zone, await days(zone)]).toEqual([zone, await truth(sql(zone))]);
    }
  });

  it('have numbers with all their digits', async () => {
    const { text } = await service.contract.post(
      JSON.stringify({ query: '{ cube { orders { total_amount } } }' }),
      '../graphql',
    );
    expect(text).toContain('"total_amount":9007199254741040.25');
    const count = await service.rows(
      '{ cube(where: {orders: {number: {gt: 9007199254740992}}}) { orders { count } } }',
    );
    expect(count).toEqual([{ orders: { count: 0 } }]);
  });

  it('of several cubes are joined, and of several cube fields are queries of their own', async () => {
    const { data } = await service.ask(`{
      byCity: cube(orderBy: {users: {city: asc}}) { users { city } orders { count } }
      paid: cube(where: {orders: {is_paid: {equals: "true"}}}) { orders { number: count } __typename }
      __typename
    }`);
    expect(data?.['__typename']).toBe('Query');
    const expected = await truth(`SELECT count(*)::INT FROM orders WHERE is_paid`);
    expect(data?.['paid']).toEqual([{ orders: { number: expected[0]?.[0] }, __typename: 'Result' }]);
    const counts = data?.['byCity']?.map(({ orders }) => orders?.['count']);
    expect(counts?.reduce<number>((sum, each) => sum + Number(each), 0)).toBe(7);
  });

  it('one field that fails is null, and the others have their rows', async () => {
    const { status, data, errors, extensions } = await service.ask(
      '{ good: cube { orders { count } } bad: cube { weather { city } orders { count } } }',
    );
    expect([status, data]).toEqual([200, { good: [{ orders: { count: 7 } }], bad: null }]);
    expect(errors).toMatchObject([{ path: ['bad'], message: expect.stringContaining('join path') }]);
    expect(extensions).toMatchObject({ lastRefreshTime: '2024-05-15T10:20:30.000Z' });
    expect(extensions?.['annotation']).toMatchObject({ measures: { 'orders.count': { shortTitle: 'Count' } } });
  });

  it('fragments, aliases, skip and include, variables and their defaults', async () => {
    const query = `query ($with: Boolean!, $limit: Int = 1, $status: String) {
      cube(limit: $limit, where: {orders: {status: {equals: $status}}}) { ...Rows orders { status @skip(if: $with) } }
    }
    fragment Rows on Result { o: orders { amount: total_amount @include(if: $with) count } }`;
    expect(await service.rows(query, { with: false, status: 'new' })).toEqual([
      { o: { count: 2 }, orders: { status: 'new' } },
    ]);
    expect(await service.rows(query, { with: true, status: 'new' })).toEqual([
      { o: { amount: 30.75, count: 2 }, orders: {} },
    ]);
  });

  it('that take longer are an error that says to ask again', async () => {
    const { sources } = service.contract.served.composition.runtime;
    const { promise, resolve } = Promise.withResolvers<void>();
    const rows = sources.rows.bind(sources);
    const held = vi.spyOn(sources, 'rows').mockImplementation(async (request, signal) => {
      await promise;
      return rows(request, signal);
    });
    const query = '{ cube(limit: 77) { orders { status } } }';
    const { data, errors } = await service.ask(query, {}, { 'x-request-id': 'slow-span-1' });
    expect([data, errors?.[0]?.message]).toEqual([{ cube: null }, 'Continue wait']);
    resolve();
    const again = await service.ask(query, {}, { 'x-request-id': 'slow-span-2' });
    expect(again.data?.['cube']).toHaveLength(5);
    expect(held).toHaveBeenCalledOnce();
    held.mockRestore();
  });
});

describe('conditions become filters', () => {
  const filtersOf = async (where: string) => {
    const found = await service.toJson(`{ cube(where: ${where}) { orders { count } } }`);
    return (found as { readonly filters: unknown } | null)?.filters;
  };

  it.each([
    [
      '{orders: {status: {equals: "a", notEquals: "b"}}}',
      [
        { member: 'orders.status', operator: 'equals', values: ['a'] },
        { member: 'orders.status', operator: 'notEquals', values: ['b'] },
      ],
    ],
    [
      '{orders: {status: {in: ["a", null], set: true}}}',
      [
        { member: 'orders.status', operator: 'equals', values: ['a', null] },
        { member: 'orders.status', operator: 'set' },
      ],
    ],
    [
      '{orders: {status: {notIn: "a", set: false}}}',
      [
        { member: 'orders.status', operator: 'notEquals', values: ['a'] },
        { member: 'orders.status', operator: 'notSet' },
      ],
    ],
    [
      '{orders: {total_amount: {gte: 9007199254740993, lt: 1.50}}}',
      [
        { member: 'orders.total_amount', operator: 'gte', values: ['9007199254740993'] },
        { member: 'orders.total_amount', operator: 'lt', values: ['1.50'] },
      ],
    ],
    [
      '{orders: {created_at: {afterDate: "2024-01-01"}}}',
      [{ member: 'orders.created_at', operator: 'afterDate', values: ['2024-01-01'] }],
    ],
    [
      '{AND: [{}, {orders: {}}, {orders: {status: {contains: [null], notContains: ["a", null]}}}]}',
      [
        {
          and: [
            { member: 'orders.status', operator: 'contains', values: [null] },
            { member: 'orders.status', operator: 'notContains', values: ['a', null] },
          ],
        },
      ],
    ],
    ['{AND: [{}]}', []],
    [
      '{OR: [{orders: {status: {contains: ["a", "b"]}}}, {users: {city: {set: false}}}]}',
      [
        {
          or: [
            { member: 'orders.status', operator: 'contains', values: ['a', 'b'] },
            { member: 'users.city', operator: 'notSet' },
          ],
        },
      ],
    ],
    [
      '{orders: {OR: [{status: {set: true}, number: {gt: 1}}, {AND: [{number: {lt: 9}}]}]}}',
      [
        {
          or: [
            {
              and: [
                { member: 'orders.status', operator: 'set' },
                { member: 'orders.number', operator: 'gt', values: ['1'] },
              ],
            },
            { member: 'orders.number', operator: 'lt', values: ['9'] },
          ],
        },
      ],
    ],
  ])('%s', async (where, filters) => expect(await filtersOf(where)).toEqual(filters));

  it('the first range of a time is the range of its dimension, where it may be a phrase', async () => {
    const ranged = (range: string, field = 'created_at { day }') =>
      service.toJson(`{ cube(where: {orders: {created_at: {inDateRange: ${range}}}}) { orders { count ${field} } } }`);
    expect(await ranged('"last 7 days"')).toMatchObject({
      filters: [],
      timeDimensions: [{ dimension: 'orders.created_at', granularity: 'day', dateRange: 'last 7 days' }],
    });
    expect(await ranged('["2024-01-01", "2024-01-31"]', '')).toMatchObject({
      filters: [],
      timeDimensions: [{ dimension: 'orders.created_at', dateRange: ['2024-01-01', '2024-01-31'] }],
    });
    const either = '{OR: [{orders: {created_at: {inDateRange: ["2024-01-01", "2024-01-31"]}}}]}';
    expect(await filtersOf(either)).toMatchObject([{ or: [{ operator: 'inDateRange' }] }]);
  });

  it('arguments of a cube are those of the query', async () => {
    const query =
      '{ cube { orders(where: {status: {equals: "new"}}, orderBy: {count: asc}) { count } users { city } } }';
    expect(await service.toJson(query)).toMatchObject({
      filters: [{ member: 'orders.status', operator: 'equals', values: ['new'] }],
      order: [['orders.count', 'asc']],
      dimensions: ['users.city'],
    });
    const twice = '{ cube { a: orders(where: {status: {equals: "new"}}) { count } b: orders { count } } }';
    expect(await service.refusals(twice)).toEqual([expect.stringContaining('asked for twice')]);
  });

  it('what is no document of one query has no JSON query', async () => {
    for (const query of [
      '{',
      '{ cube { nope } }',
      '{ __typename }',
      '{ a: cube { orders { count } } b: cube { orders { count } } }',
    ]) {
      expect([query, await service.toJson(query)]).toEqual([query, null]);
    }
    const { text } = await service.contract.post('{}', 'graphql-to-json');
    expect(JSON.parse(text)).toEqual({ jsonQuery: null });
  });
});

describe('the schema', () => {
  it('has the types of the contract', async () => {
    const { data } = await service.ask(`{
      members: __type(name: "OrdersMembers") { fields { name type { name } } }
      where: __type(name: "OrdersWhereInput") { inputFields { name type { name } } }
      numbers: __type(name: "FloatFilter") { inputFields { name } }
      texts: __type(name: "StringFilter") { inputFields { name } }
      times: __type(name: "DateTimeFilter") { inputFields { name } }
      time: __type(name: "TimeDimension") { fields { name } }
    }`);
    type Described = Readonly<
      Record<string, readonly { readonly name: string; readonly type?: { readonly name: string } }[]>
    >;
    const types = data as unknown as Readonly<Record<string, Described>>;
    const names = (type: string, list: string) => types[type]?.[list]?.map(({ name }) => name).sort();
    const typed = new Map(types['members']?.['fields']?.map(({ name, type }) => [name, type?.name]));
    expect([typed.get('count'), typed.get('status'), typed.get('created_at'), typed.get('is_paid')]).toEqual([
      'Float',
      'String',
      'TimeDimension',
      'String',
    ]);
    expect([typed.has('note'), typed.has('id')]).toEqual([false, false]);
    expect(names('where', 'inputFields')).toEqual(expect.arrayContaining(['AND', 'OR', 'status', 'count']));
    expect(names('numbers', 'inputFields')).toEqual('equals gt gte in lt lte notEquals notIn set'.split(' '));
    expect(names('texts', 'inputFields')).toEqual(
      'contains endsWith equals in notContains notEndsWith notEquals notIn notStartsWith set startsWith'.split(' '),
    );
    expect(names('times', 'inputFields')).toEqual(
      'afterDate afterOrOnDate beforeDate beforeOrOnDate equals in inDateRange notEquals notIn notInDateRange set'.split(
        ' ',
      ),
    );
    expect(names('time', 'fields')).toEqual('day hour minute month quarter second value week year'.split(' '));
  });

  it('has no member that the caller may not see, and suggests none', async () => {
    const [unknown, hidden] = [
      await service.refusals('{ cube { orders { notes } } }'),
      await service.refusals('{ cube { orders { note } } }'),
    ];
    expect(hidden.join().replaceAll('note', 'notes')).toBe(unknown.join());
    expect(hidden.join()).not.toMatch(/Did you mean/);
    expect(await service.refusals('{ cube { orders { cuont } } }')).toEqual([expect.stringContaining('"count"')]);
  });
});
