import { createDataClient } from '@orrery/client/data';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inGroups } from '../guarded-service.ts';
import { ContractService } from './contract-service.ts';
import { openGuarded } from './policies-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open({ environment: { CUBEJS_DB_QUERY_LIMIT: '3' } });
});
afterAll(() => service?.[Symbol.asyncDispose]());

const byStatus = {
  measures: ['orders.count', 'orders.total_amount'],
  dimensions: ['orders.status'],
  order: { 'orders.status': 'asc' },
} as const;

async function exported(parameters: object) {
  const answer = await service.post(JSON.stringify({ format: 'csv', ...parameters }), 'export');
  return { ...answer, lines: answer.text.trimEnd().split('\r\n') };
}

describe('POST /v1/export', () => {
  it('has all rows of a query, beyond the limit of the deployment, with exact values', async () => {
    const { status, headers, lines } = await exported({ query: byStatus, title: 'Orders "by" staté' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Orders by stat_.csv"; filename*=UTF-8''Orders%20by%20stat%C3%A9.csv`,
    );
    expect(lines).toEqual([
      'Orders Status,Orders Count,Orders Total Amount',
      '50% off,1,1.00',
      '500 off,1,12.50',
      'completed,2,9007199254740993.00',
      'new,2,30.75',
      ',1,3.00',
    ]);
  });

  it('keeps a limit, formats as the model says, and puts columns in the order that is asked for', async () => {
    const { lines } = await exported({
      query: {
        measures: ['orders.total_amount'],
        timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month' }],
        order: { 'orders.created_at': 'asc' },
        limit: 1,
      },
      values: 'formatted',
      columns: ['orders.total_amount'],
    });
    expect(lines).toEqual(['Orders Total Amount,Orders Created at', '"€9,007,199,254,741,024.75",Jan 2024']);
  });

  it('has each range of a comparison', async () => {
    const { lines } = await exported({
      query: {
        measures: ['orders.count'],
        timeDimensions: [
          {
            dimension: 'orders.created_at',
            compareDateRange: [
              ['2024-01-01', '2024-01-31'],
              ['2024-05-01', '2024-05-31'],
            ],
          },
        ],
      },
    });
    expect(lines).toEqual([
      'compareDateRange,Orders Count',
      '2024-01-01T00:00:00.000 - 2024-01-31T23:59:59.999,5',
      '2024-05-01T00:00:00.000 - 2024-05-31T23:59:59.999,2',
    ]);
  });

  it('has all rows of a statement', async () => {
    const sql = 'SELECT status, MEASURE(count) AS n FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST';
    const { lines } = await exported({ sql });
    expect(lines).toEqual(['status,n', '50% off,1', '500 off,1', 'completed,2', 'new,2', ',1']);
    const again = await exported({ sql, columns: ['n'] });
    expect(again.lines.slice(0, 2)).toEqual(['n,status', '1,50% off']);
  });

  it.each([
    [{}, 400, 'is required'],
    [{ query: byStatus, sql: 'SELECT 1' }, 400, 'cannot be beside'],
    [{ query: byStatus, timezone: 'Asia/Tokyo' }, 400, 'that of a statement'],
    [{ query: byStatus, format: 'pdf' }, 400, 'format'],
    [{ query: byStatus, locale: 'no locale' }, 400, 'locale'],
    [{ query: byStatus, colour: 'red' }, 400, 'colour'],
    [{ query: { measures: ['orders.nothing'] } }, 400, 'orders.nothing'],
    [{ query: byStatus, columns: ['orders.city', 'orders.size'] }, 400, 'orders.size'],
    [{ query: { ...byStatus, limit: 1_000_002 } }, 400, 'limit'],
    [{ sql: 'SELECT nothing FROM orders' }, 400, 'nothing'],
    [{ sql: 'EXPLAIN SELECT status FROM orders' }, 400, 'EXPLAIN'],
  ])('refuses %j', async (parameters, status, told) => {
    const answer = await exported(parameters);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([status, null]);
    expect(answer.text).toContain(told);
  });

  it('is read by the client while it is made', async () => {
    const client = createDataClient({
      apiUrl: `${service.served.origin}/cubejs-api/v1`,
      token: service.served.token,
      fetch: (url, options) => {
        const headers = new Headers(options?.headers);
        headers.set('x-forwarded-proto', 'https');
        return fetch(url, { ...options, headers });
      },
    });
    const stream = await client.exportRows(byStatus, { columns: ['orders.count'] });
    expect((await new Response(stream).text()).split('\r\n')[1]).toBe('1,50% off,1.00');
    await expect(client.exportRows('SELECT nothing FROM orders')).rejects.toMatchObject({ status: 400 });
    const { sources } = service.served.composition.runtime;
    const rows = sources.rows.bind(sources);
    const gate = Promise.withResolvers<void>();
    const slow = vi.spyOn(sources, 'rows').mockImplementation(async (request, signal) => {
      await gate.promise;
      return rows(request, signal);
    });
    const asked = [{ ...byStatus, limit: 2 }, 'SELECT status FROM orders GROUP BY 1 ORDER BY 1 LIMIT 2'] as const;
    const waited = new Set<unknown>();
    const onProgress = (one: unknown) => () => {
      if (waited.add(one).size === asked.length) gate.resolve();
    };
    const texts = await Promise.all(
      asked.map(async (one) => {
        const late = await client.exportRows(one, { onProgress: onProgress(one) });
        return (await new Response(late).text()).trimEnd().split('\r\n').length;
      }),
    );
    expect(texts).toEqual([3, 3]);
    slow.mockRestore();
  });
});

it('has the rows that its caller may see, masked as for them, also after somebody else asked the same', async () => {
  await using guarded = await openGuarded({
    policies: [
      { group: 'eu', row_level: { filters: [{ member: 'region', operator: 'equals', values: ['EU'] }] } },
      { group: 'masked', member_level: { includes: ['name', 'region'] }, member_masking: { includes: ['city'] } },
      { group: 'admin' },
    ],
    masks: { city: { sql: "'***'" } },
  });
  const rowsFor = async (group: string, parameters: object) => {
    const response = await fetch(`${guarded.served.origin}/cubejs-api/v1/export`, {
      method: 'POST',
      body: JSON.stringify({ format: 'csv', ...parameters }),
      headers: {
        authorization: await guarded.tokenOf(inGroups([group])),
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
      },
    });
    return (await response.text()).trimEnd().split('\r\n').slice(1);
  };
  const query = { dimensions: ['customers.name', 'customers.city'], order: { 'customers.name': 'asc' } };
  const sql = 'SELECT name, city FROM customers ORDER BY name';
  for (const asked of [{ query }, { sql }]) {
    expect(await rowsFor('admin', asked)).toEqual(['Ana,Lisbon', 'Ben,Austin', 'Cai,Austin', 'Dee,']);
    expect(await rowsFor('eu', asked)).toEqual(['Ana,Lisbon', 'Dee,']);
    expect(await rowsFor('masked', asked)).toEqual(['Ana,***', 'Ben,***', 'Cai,***', 'Dee,***']);
  }
});

it('says that rows end where a rule allows no more of them', async () => {
  await using guarded = await openGuarded({
    policies: [{ group: 'admin' }],
    settings: { query_rewrite: [{ limit: 2 }] },
  });
  const query = { dimensions: ['customers.name'], order: { 'customers.name': 'asc' } };
  for (const limit of [undefined, 3]) {
    const response = await fetch(`${guarded.served.origin}/cubejs-api/v1/export`, {
      method: 'POST',
      body: JSON.stringify({ format: 'csv', query: { ...query, ...(limit === undefined ? {} : { limit }) } }),
      headers: {
        authorization: await guarded.tokenOf(inGroups(['admin'])),
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
      },
    });
    const lines = (await response.text()).trimEnd().split('\r\n').slice(1);
    expect(lines).toEqual(['Ana', 'Ben', '"The rows end at the limit of 2; there may be more"']);
  }
});
