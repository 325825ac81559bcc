import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ServedProject, serveProject } from './serve-project.ts';
import { mariadbDatabase, type TestDatabase } from './servers/mariadb.ts';

let database: TestDatabase;
let directory: string;
let served: ServedProject;

beforeAll(async () => {
  database = await mariadbDatabase();
  const connection = await createConnection({ uri: database.url, multipleStatements: true });
  await connection.query(`
    SET time_zone = '+00:00';
    CREATE TABLE orders (id INT PRIMARY KEY, city VARCHAR(20), amount DECIMAL(18, 2), is_paid BOOLEAN, placed_at TIMESTAMP NULL);
    INSERT INTO orders VALUES (1, 'Ulm', 1.10, TRUE, '2024-03-30 23:30:00'), (2, 'ulm', 2.20, FALSE, '2024-03-31 21:59:59'),
      (3, 'Ulm', 9007199254740.99, NULL, NULL);`);
  await connection.end();
  directory = await mkdtemp(join(tmpdir(), 'orrery-project-'));
  await mkdir(join(directory, 'model'));
  await writeFile(join(directory, 'orrery.yml'), 'data_sources:\n  default:\n    type: mysql\n    url: ${SHOP_URL}\n');
  await writeFile(
    join(directory, 'model/orders.yml'),
    `cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: city, sql: city, type: string }
      - { name: is_paid, sql: is_paid, type: boolean }
      - { name: placed_at, sql: placed_at, type: time }
    measures:
      - { name: count, type: count }
      - { name: cities, sql: city, type: count_distinct }
      - { name: amount, sql: amount, type: sum }
      - { name: average, sql: amount, type: avg }
      - { name: all_paid, sql: "MIN({CUBE}.is_paid)", type: boolean }
      - { name: missing, sql: no_such_column, type: sum }
`,
  );
  served = await serveProject(directory, { environment: { SHOP_URL: database.url } });
});

afterAll(async () => {
  await served.close();
  await database.drop();
  await rm(directory, { recursive: true });
});

async function load(query: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${served.origin}/cubejs-api/v1/load`, {
    method: 'POST',
    headers: { authorization: served.token, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }; // an answer of the API
}

it('answers from a MariaDB server: texts differ by case, booleans are booleans, every digit is kept, days follow the zone', async () => {
  const { body } = await load({
    measures: ['orders.count', 'orders.amount', 'orders.all_paid'],
    dimensions: ['orders.city', 'orders.is_paid'],
    timeDimensions: [{ dimension: 'orders.placed_at', granularity: 'day' }],
    order: { 'orders.city': 'asc', 'orders.is_paid': 'asc' },
    // The test server's clock is five hours behind UTC.
    timezone: 'Europe/Berlin',
  });
  const day = { 'orders.placed_at.day': '2024-03-31T00:00:00.000', 'orders.placed_at': '2024-03-31T00:00:00.000' };
  const never = { 'orders.placed_at.day': null, 'orders.placed_at': null };
  expect(body.data).toEqual([
    {
      'orders.city': 'Ulm',
      'orders.is_paid': true,
      ...day,
      'orders.count': '1',
      'orders.amount': '1.10',
      'orders.all_paid': true,
    },
    {
      'orders.city': 'Ulm',
      'orders.is_paid': null,
      ...never,
      'orders.count': '1',
      'orders.amount': '9007199254740.99',
      'orders.all_paid': null,
    },
    {
      'orders.city': 'ulm',
      'orders.is_paid': false,
      ...day,
      'orders.count': '1',
      'orders.amount': '2.20',
      'orders.all_paid': false,
    },
  ]);
});

it('filters by the values it shows', async () => {
  const { body } = await load({
    measures: ['orders.count', 'orders.cities'],
    filters: [
      { member: 'orders.city', operator: 'equals', values: ['ulm'] },
      { member: 'orders.is_paid', operator: 'equals', values: ['false'] },
    ],
    total: true,
  });
  expect(body).toMatchObject({ data: [{ 'orders.count': '1', 'orders.cities': '1' }], total: 1, dbType: 'mysql' });
});

it('reports what the data source refused, without its password, and answers the next query', async () => {
  const { status, body } = await load({ measures: ['orders.missing'] });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('no_such_column');
  expect(JSON.stringify(body)).not.toContain(new URL(database.url).password);
  expect((await load({ measures: ['orders.count'] })).body.data).toEqual([{ 'orders.count': '3' }]);
});
