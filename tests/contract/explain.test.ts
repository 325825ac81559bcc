import { type ExplainAnswer, explainAnswerSchema } from '@orrery/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ContractService } from './contract-service.ts';

let service: ContractService;
beforeAll(async () => {
  service = await ContractService.open();
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function explain(query: unknown): Promise<ExplainAnswer> {
  const { status, text } = await service.post(JSON.stringify({ query }), 'explain');
  expect([status, text]).toEqual([200, expect.any(String)]);
  return explainAnswerSchema.parse(JSON.parse(text));
}

it('names each member with its use and its definition', async () => {
  const { members } = await explain({
    measures: ['orders_view.count'],
    dimensions: ['orders_view.users_city'],
    segments: ['orders_view.completed'],
    timeDimensions: [{ dimension: 'orders_view.created_at', granularity: 'day', dateRange: 'last week' }],
  });
  expect(members).toEqual([
    {
      name: 'orders_view.users_city',
      kind: 'dimension',
      uses: ['selected'],
      type: 'string',
      aliasMember: 'users.city',
      path: ['orders', 'users'],
      file: 'shop.yml',
      line: expect.any(Number),
      sql: '{CUBE}.city',
    },
    expect.objectContaining({ name: 'orders_view.created_at', uses: ['bucket', 'filter'], type: 'time' }),
    expect.objectContaining({ name: 'orders_view.count', aggType: 'count', aliasMember: 'orders.count' }),
    expect.objectContaining({
      name: 'orders_view.completed',
      uses: ['filter'],
      sql: "{CUBE}.status = 'completed'",
    }),
  ]);
});

it('gives the line of each definition', async () => {
  const { readFileSync } = await import('node:fs');
  const lines = readFileSync(`${import.meta.dirname}/project/model/shop.yml`, 'utf8').split('\n');
  const { members, passes } = await explain({ measures: ['orders.avg_amount'], dimensions: ['users.city'] });
  expect(members.map(({ line = 0 }) => lines[line - 1]?.trim())).toEqual(['- name: city', '- name: avg_amount']);
  expect(passes[0]?.joins.map(({ line = 0 }) => lines[line - 1]?.trim())).toEqual(['- name: users']);
});

it('shows joins with their cardinality, the cubes whose rows they repeat, and how measures compensate', async () => {
  const { passes } = await explain({
    measures: ['users.count', 'orders.total_amount'],
    dimensions: ['orders.status'],
  });
  const joins = [expect.objectContaining({ from: 'orders', to: 'users', relationship: 'many_to_one' })];
  expect(passes).toEqual([
    expect.objectContaining({
      root: 'orders',
      joins,
      multiplied: ['users'],
      groupedBy: ['orders.status'],
      measures: expect.arrayContaining([
        { member: 'users.count', function: 'count', countsKeys: true },
        { member: 'orders.total_amount', function: 'sum', countsKeys: false },
      ]),
    }),
  ]);
});

it('shows resolved dates, and which filters apply to rows or to groups', async () => {
  const answer = await explain({
    measures: ['orders.count'],
    timeDimensions: [{ dimension: 'orders.created_at', granularity: 'month', dateRange: 'last week' }],
    filters: [
      { member: 'users.city', operator: 'equals', values: ['Rome', '#1'] },
      { member: 'orders.count', operator: 'gt', values: ['1'] },
    ],
    timezone: 'Europe/Berlin',
  });
  expect(answer.dates).toEqual([
    {
      dimension: 'orders.created_at',
      asked: 'last week',
      from: '2024-05-06T00:00:00.000',
      to: '2024-05-12T23:59:59.999',
    },
  ]);
  expect(answer.passes[0]?.rowFilters).toEqual([
    'orders.created_at in [2024-05-05T22:00:00.000Z, 2024-05-12T22:00:00.000Z)',
    'users.city is one of ["Rome", "#1"]',
  ]);
  expect(answer.groupFilters).toEqual(['orders.count > 1']);
  expect(answer.improvements).toEqual(['narrow-zones']);
  expect(answer.order).toEqual({ 'orders.created_at': 'asc' });
});

it('gives the statement of /v1/sql, and runs none', async () => {
  const rows = vi.spyOn(service.served.composition.runtime.sources, 'rows');
  const query = { measures: ['orders.count'], dimensions: ['orders.status'] };
  expect((await explain(query)).sql).toEqual((await service.sql(query)).sql.sql);
  expect((await explain({ dimensions: ['orders.status'], ungrouped: true })).passes[0]).not.toHaveProperty('groupedBy');
  expect(rows).not.toHaveBeenCalled();
});

it('explains several queries one by one', async () => {
  const timeDimensions = [{ dimension: 'orders.created_at', compareDateRange: ['today', 'yesterday'] }];
  const { text } = await service.askQuery({ measures: ['orders.count'], timeDimensions }, 'explain');
  expect(JSON.parse(text).map((one: ExplainAnswer) => one.dates[0]?.asked)).toEqual(['today', 'yesterday']);
});

it("hides files, lines and the authors' SQL from those who may not read the model", async () => {
  await using narrow = await ContractService.open({ environment: { CUBEJS_DEFAULT_API_SCOPES: 'sql' } });
  const { text } = await narrow.askQuery({ measures: ['orders.total_amount'], dimensions: ['users.city'] }, 'explain');
  const { sql: _, ...told } = explainAnswerSchema.parse(JSON.parse(text));
  expect(JSON.stringify(told)).not.toMatch(/shop\.yml|CUBE|"line"/);
  await using none = await ContractService.open({ environment: { CUBEJS_DEFAULT_API_SCOPES: 'data,meta' } });
  expect((await none.askQuery({ measures: ['orders.count'] }, 'explain')).status).toBe(403);
});
