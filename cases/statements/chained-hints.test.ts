import { afterAll, beforeAll, expect, it } from 'vitest';
import { Shop } from './shop.ts';

/** Orders reach regions by two ways of equal length: by their customer, and by their store. */
const model = `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: customers, sql: "{CUBE}.customer_id = {customers}.id", relationship: many_to_one }
      - { name: stores, sql: "{CUBE}.store_id = {stores}.id", relationship: many_to_one }
    measures: [{ name: count, type: count }, { name: people, sql: customer_id, type: count_distinct }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
  - name: customers
    sql_table: customers
    joins: [{ name: regions, sql: "{CUBE}.region_id = {regions}.id", relationship: many_to_one }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: name, sql: name, type: string }]
  - name: stores
    sql_table: stores
    joins: [{ name: regions, sql: "{CUBE}.region_id = {regions}.id", relationship: many_to_one }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: name, sql: name, type: string }]
  - name: regions
    sql_table: regions
    joins: [{ name: countries, sql: "{CUBE}.country_id = {countries}.id", relationship: many_to_one }]
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: name, sql: name, type: string }]
  - name: countries
    sql_table: countries
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }, { name: name, sql: name, type: string }]
`;

const tables = `
CREATE TABLE countries (id INTEGER, name VARCHAR);
INSERT INTO countries VALUES (1, 'A'), (2, 'B');
CREATE TABLE regions (id INTEGER, name VARCHAR, country_id INTEGER);
INSERT INTO regions VALUES (1, 'north', 1), (2, 'south', 2);
CREATE TABLE customers (id INTEGER, name VARCHAR, region_id INTEGER);
INSERT INTO customers VALUES (1, 'Ada', 1), (2, 'Bob', 2);
CREATE TABLE stores (id INTEGER, name VARCHAR, region_id INTEGER);
INSERT INTO stores VALUES (1, 'one', 1), (2, 'two', 2);
CREATE TABLE orders (id INTEGER, customer_id INTEGER, store_id INTEGER);
INSERT INTO orders VALUES (1, 1, 2), (2, 1, 2), (3, 1, 1), (4, 2, 1), (5, 2, 2);
`;

const byField = (from: string, to: string) => `JOIN ${to} ON ${from}.__cubeJoinField = ${to}.__cubeJoinField`;
const chain = (...cubes: string[]) =>
  cubes.reduce((text, cube, index) => (index === 0 ? cube : `${text} ${byField(cubes[index - 1] ?? '', cube)}`), '');

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.of('duckdb', model, tables);
});
afterAll(() => shop?.[Symbol.asyncDispose]());

async function rowsOf(from: string, name = 'regions.name') {
  const [schema, ...lines] = await shop.ask(
    `SELECT ${name}, MEASURE(orders.count) AS n FROM ${from} GROUP BY 1 ORDER BY 1`,
  );
  return schema?.error ?? lines.flatMap(({ data }) => data ?? []);
}

const byCustomers = [
  ['north', '3'],
  ['south', '2'],
];
const byStores = [
  ['north', '2'],
  ['south', '3'],
];

it('follows a chain of joins by the join field', async () => {
  expect(await rowsOf(chain('orders', 'customers', 'regions'))).toEqual(byCustomers);
  expect(await rowsOf(chain('orders', 'stores', 'regions'))).toEqual(byStores);
});

it('follows the order of CROSS JOIN', async () => {
  expect(await rowsOf('orders CROSS JOIN customers CROSS JOIN regions CROSS JOIN countries', 'countries.name')).toEqual(
    [
      ['A', '3'],
      ['B', '2'],
    ],
  );
});

it('asks for a chain where two ways are equally long', async () => {
  expect(await rowsOf('orders, regions')).toContain('In SQL, a chain of JOIN');
});

async function convert(joinHints: readonly (readonly string[])[]) {
  const response = await fetch(`${shop.served.origin}/cubejs-api/v1/convert-query`, {
    method: 'POST',
    headers: { authorization: shop.served.token, 'content-type': 'application/json' },
    body: JSON.stringify({
      input: 'rest',
      output: 'sql',
      query: { measures: ['orders.count'], dimensions: ['countries.name'], joinHints },
    }),
  });
  return (await response.json()) as { readonly query?: string; readonly error?: string };
}

it('prints a hint of three steps as a chain, which is read as the same hint', async () => {
  const { query = '' } = await convert([['orders', 'stores', 'regions', 'countries']]);
  expect(query).toContain('stores.__cubeJoinField = regions.__cubeJoinField');
  const lines = await shop.ask(query);
  expect(lines.slice(1).flatMap(({ data }) => data ?? [])).toEqual(
    expect.arrayContaining([
      ['A', '2'],
      ['B', '3'],
    ]),
  );
});
