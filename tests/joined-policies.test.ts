import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GuardedService } from './guarded-service.ts';

const ofTenants =
  'row_level: { filters: [{ member: tenant, operator: equals, values: ["{ securityContext.tenant }"] }] }';
const model = `
cubes:
  - name: sales
    sql_table: sales
    joins: [{ name: products, relationship: many_to_one, sql: "{CUBE}.product = {products.name}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: tenant, sql: tenant, type: string }
    measures: [{ name: count, type: count }]
    access_policy: [{ group: tenants, ${ofTenants} }]
  - name: products
    sql_table: products
    dimensions: [{ name: name, sql: name, type: string, primary_key: true, public: true }]
    measures: [{ name: count, type: count }]
  - name: orders
    sql_table: orders
    joins: [{ name: people, relationship: many_to_one, sql: "{CUBE}.person = {people.id}" }]
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: tenant, sql: tenant, type: string }
    measures: [{ name: total, sql: amount, type: sum }]
    access_policy: [{ group: tenants, ${ofTenants} }]
  - name: people
    sql_table: people
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: tenant, sql: tenant, type: string }
      - { name: region, sql: region, type: string }
    access_policy: [{ group: tenants, ${ofTenants} }]
views:
  - name: shop
    cubes:
      - { join_path: sales, includes: [count] }
      - { join_path: sales.products, includes: [name] }
  - name: northern
    cubes:
      - { join_path: orders, includes: [total] }
      - { join_path: orders.people, includes: [region] }
    default_filters: [{ member: region, operator: equals, values: [north], unless: [region] }]
`;
const tables = {
  sales: `SELECT * FROM (VALUES (1, 'A', 'tea'), (2, 'B', 'coffee'), (3, 'B', 'coffee'), (4, 'B', 'milk')) AS t(id, tenant, product)`,
  products: `SELECT * FROM (VALUES ('tea'), ('coffee'), ('milk'), ('unsold')) AS t(name)`,
  orders: `SELECT * FROM (VALUES (1, 1, 'A', 10), (2, 2, 'A', 5)) AS t(id, person, tenant, amount)`,
  people: `SELECT * FROM (VALUES (1, 'A', 'north'), (2, 'B', 'north')) AS t(id, tenant, region)`,
};
const tenant = (name: string) => ({ tenant: name, cubeCloud: { groups: ['tenants'] } });
const a = tenant('A');
const b = tenant('B');

let service: GuardedService;
beforeAll(async () => {
  service = await GuardedService.open({ model, tables });
});
afterAll(() => service[Symbol.asyncDispose]());

describe('rows of a cube that is only joined', () => {
  it('limit members of a view', async () => {
    expect(await service.rows(a, { dimensions: ['shop.name'] })).toEqual([['tea']]);
    expect(await service.rows(b, { dimensions: ['shop.name'] })).toEqual([['coffee'], ['milk']]);
  });

  it('limit single rows of a view', async () => {
    expect(await service.rows(a, { dimensions: ['shop.name'], ungrouped: true })).toEqual([['tea']]);
    expect(await service.rows(b, { dimensions: ['shop.name'], ungrouped: true })).toEqual([
      ['coffee'],
      ['coffee'],
      ['milk'],
    ]);
  });

  it('limit the rows of a join that a hint brings in', async () => {
    const query = { dimensions: ['products.name'], ungrouped: true, joinHints: [['sales', 'products']] };
    expect(await service.rows(a, query)).toEqual([['tea']]);
  });

  it('leave a cube alone that is asked by itself', async () => {
    const query = { dimensions: ['products.name'], order: { 'products.name': 'asc' } };
    expect(await service.rows(a, query)).toEqual([['coffee'], ['milk'], ['tea'], ['unsold']]);
  });

  it('limit suggestions of values', async () => {
    const suggested = async (context: object) =>
      (await service.askById({ ...context }, 'values', { member: 'shop.name' }, 'values')).body;
    expect(await suggested(a)).toMatchObject({ values: ['tea'] });
    expect(await suggested(b)).toMatchObject({ values: ['coffee', 'milk'] });
  });

  it.each([
    ['SELECT name FROM shop GROUP BY 1', [['tea']]],
    ['SELECT name FROM shop', [['tea']]],
    ['SELECT DISTINCT name FROM shop', [['tea']]],
    ['SELECT COUNT(*) FROM shop', [['1']]],
    ['SELECT COUNT(DISTINCT name) FROM shop', [['1']]],
    ['SELECT products.name FROM products CROSS JOIN sales', [['tea']]],
    ['SELECT COUNT(*) FROM products CROSS JOIN sales', [['1']]],
    ['SELECT p.name FROM sales s JOIN products p ON s.__cubeJoinField = p.__cubeJoinField', [['tea']]],
    ['SELECT p.name FROM sales s LEFT JOIN products p ON s.__cubeJoinField = p.__cubeJoinField GROUP BY 1', [['tea']]],
    ['SELECT name FROM products WHERE name IN (SELECT name FROM shop) ORDER BY 1', [['tea']]],
    ['SELECT name FROM products ORDER BY 1', [['coffee'], ['milk'], ['tea'], ['unsold']]],
    ['SELECT MEASURE(total) FROM northern', [['10']]],
  ])('limit the statement %s', async (sql, rows) => {
    const lines = await service.statement(a, sql, 'UTC', sql.slice(0, 40));
    const data = lines.flatMap((line) => (line as { readonly data?: readonly (readonly unknown[])[] }).data ?? []);
    expect(data.map((row) => row.map(String))).toEqual(rows);
  });

  it('are counted for nobody without a policy of the cube', async () => {
    const other = { cubeCloud: { groups: ['other'] } };
    expect(await service.rows(other, { dimensions: ['shop.name'] })).toEqual([]);
    expect(await service.rows(other, { dimensions: ['products.name'], limit: 1 })).toHaveLength(1);
  });
});

describe('a default filter of a view', () => {
  it('reads the rows that the caller may see, as the same filter of the caller does', async () => {
    const filters = [{ member: 'northern.region', operator: 'equals', values: ['north'] }];
    expect(await service.rows(a, { measures: ['northern.total'] })).toEqual([['10']]);
    expect(await service.rows(a, { measures: ['northern.total'], filters })).toEqual([['10']]);
  });
});
