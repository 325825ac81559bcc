import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuardedService } from './guarded-service.ts';

const ofTenant =
  'row_level: { filters: [{ member: tenant, operator: equals, values: ["{ securityContext.tenant }"] }] }';

// One cube has policies, so that each query of it below reads every cube that has some.
const model = `
cubes:
  - name: kinds
    sql_table: kinds
    joins: [{ name: made, relationship: one_to_many, sql: "{CUBE}.name = {made}.kind" }]
    dimensions:
      - { name: name, sql: name, type: string, primary_key: true, public: true }
      - { name: shops, sql: "{shops.count}", type: number, sub_query: true }
      - { name: products, sql: "{made.count}", type: number, sub_query: true }
    measures: [{ name: count, type: count }]
    segments: [{ name: making, sql: "{products} >= 0" }]
  - name: made
    sql_table: made
    joins:
      - { name: shops, relationship: many_to_one, sql: "{CUBE}.shop = {shops.name}" }
      - { name: kinds, relationship: many_to_one, sql: "{CUBE}.kind = {kinds.name}" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: tenant, sql: tenant, type: string }
    measures: [{ name: count, type: count }]
    access_policy: [{ group: tenants, ${ofTenant} }]
  - name: shops
    sql_table: shops
    dimensions: [{ name: name, sql: name, type: string, primary_key: true, public: true }]
    measures: [{ name: count, type: count }]
views:
  - name: range
    cubes:
      - { join_path: made, includes: [count] }
      - { join_path: made.kinds, includes: [name, products, making] }
`;
const masked = model.replace(
  'views:',
  `  - name: orders
    sql_table: orders
    joins: [{ name: made, relationship: many_to_one, sql: "{CUBE}.product = {made}.id" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: buyer, sql: buyer, type: string, mask: { sql: "{shops.name}" } }
    access_policy:
      - { group: tenants, row_level: { filters: [{ member: id, operator: equals, values: ["1"] }] } }
      - { group: "*", member_level: { includes: [id] }, member_masking: { includes: [buyer] } }
views:`,
);
const tables = {
  kinds: `SELECT * FROM (VALUES ('leaves'), ('beans')) AS t(name)`,
  made: `SELECT * FROM (VALUES (1, 'A', 'leaves', 'north'), (2, 'B', 'leaves', 'south'), (3, 'B', 'beans', 'south'))
    AS t(id, tenant, kind, shop)`,
  orders: `SELECT * FROM (VALUES (1, 1, 'Ann'), (2, 1, 'Bob'), (3, 3, 'Cid')) AS t(id, product, buyer)`,
  shops: `SELECT * FROM (VALUES ('north'), ('south')) AS t(name)`,
};
const a = { tenant: 'A', cubeCloud: { groups: ['tenants'] } };
const atLeast = (member: string, per: string, value: number) => ({
  filters: [{ member, per, operator: 'gte', values: [String(value)] }],
});

let service: GuardedService;
beforeAll(async () => {
  service = await GuardedService.open({ model, tables });
});
afterAll(() => service[Symbol.asyncDispose]());

describe('rows of a cube that one part of a query reads and another only joins', () => {
  it('limit the rows of the query where a sub-query dimension reads the cube', async () => {
    const dimensions = ['range.name', 'range.products'];
    expect(await service.rows(a, { dimensions })).toEqual([['leaves', '1']]);
    expect(await service.rows(a, { dimensions, ungrouped: true })).toEqual([['leaves', '1']]);
    expect(await service.rows(a, { dimensions: ['range.name'], segments: ['range.making'] })).toEqual([['leaves']]);
    expect(
      await service.rows(a, { dimensions: ['kinds.name', 'kinds.products'], joinHints: [['made', 'kinds']] }),
    ).toEqual([['leaves', '1']]);
  });

  it('limit the rows of the query where a filter tests a measure of the cube by entity', async () => {
    const dimensions = ['range.name'];
    expect(await service.rows(a, { dimensions, ...atLeast('range.count', 'range.name', 0) })).toEqual([['leaves']]);
    expect(await service.rows(a, { dimensions, ...atLeast('made.count', 'kinds.name', 0) })).toEqual([['leaves']]);
  });

  it('limit the rows inside of a sub-query dimension where the query reads the cube', async () => {
    expect(await service.rows(a, { dimensions: ['kinds.name', 'kinds.shops'], measures: ['made.count'] })).toEqual([
      ['leaves', '1', '1'],
    ]);
  });

  it('limit the rows in which a filter tests each entity where the query reads the cube', async () => {
    const query = { dimensions: ['kinds.name'], measures: ['made.count'] };
    expect(await service.rows(a, { ...query, ...atLeast('shops.count', 'kinds.name', 1) })).toEqual([['leaves', '1']]);
    expect(await service.rows(a, { ...query, ...atLeast('shops.count', 'kinds.name', 2) })).toEqual([]);
  });
});

describe('masks of single rows', () => {
  it('have no values through rows that the caller may not see', async () => {
    await using guarded = await GuardedService.open({ model: masked, tables });
    expect(await guarded.rows(a, { dimensions: ['orders.id', 'orders.buyer'] })).toEqual([
      ['1', 'Ann'],
      ['2', 'north'],
    ]);
  });
});
