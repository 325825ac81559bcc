import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Two million orders over three years and six million line items, with the model over them. */
export async function writeOrdersProject(directory: string): Promise<{ readonly database: string }> {
  mkdirSync(join(directory, 'model'), { recursive: true });
  mkdirSync(join(directory, 'data'), { recursive: true });
  const database = join(directory, 'data', 'orders.duckdb');
  const instance = await DuckDBInstance.create(database, { threads: '2' });
  const connection = await instance.connect();
  await connection.run(`
    CREATE TABLE customers AS
      SELECT id, 'customer ' || id AS name, ['Lisbon', 'Austin', 'Kyoto', 'Accra', 'Lima'][1 + id % 5] AS city
      FROM range(1, 50001) AS numbers(id)`);
  await connection.run(`
    CREATE TABLE orders AS
      SELECT id, CAST(1 + hash(id) % 50000 AS INTEGER) AS customer_id, ['new', 'paid', 'sent', 'done', 'void'][CAST(1 + hash(id + 1) % 5 AS INTEGER)] AS status,
        CAST((hash(id + 2) % 100000) / 100.0 AS DECIMAL(12, 2)) AS amount,
        TIMESTAMP '2023-01-01' + to_seconds(CAST(hash(id + 3) % 94608000 AS BIGINT)) AS created_at
      FROM range(1, 2000001) AS numbers(id)`);
  await connection.run(`
    CREATE TABLE line_items AS
      SELECT id, 1 + (id - 1) // 3 AS order_id, 'product ' || hash(id) % 500 AS product, CAST(1 + hash(id + 1) % 9 AS INTEGER) AS quantity
      FROM range(1, 6000001) AS numbers(id)`);
  connection.closeSync();
  instance.closeSync();
  writeFileSync(
    join(directory, 'orrery.yml'),
    'data_sources:\n  default:\n    type: duckdb\n    database: data/orders.duckdb\n    allow: [data]\nquery:\n  concurrency_per_tenant: 1\n',
  );
  const endless =
    'SELECT a.i * b.j AS id FROM range(1000000) AS a (i), range(100000000) AS b (j) WHERE hash(a.i * b.j) % 7 = 3';
  writeFileSync(join(directory, 'model', 'orders.yml'), ordersModel(endless));
  return { database };
}

/** @param endless a SELECT of ids that never ends */
export function ordersModel(endless: string): string {
  return `cubes:
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: name, sql: name, type: string}
      - {name: city, sql: city, type: string}
    measures:
      - {name: count, type: count}
  - name: orders
    sql_table: orders
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
      - {name: line_items, relationship: one_to_many, sql: "{CUBE}.id = {line_items}.order_id"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true, public: true}
      - {name: customer_id, sql: customer_id, type: number}
      - {name: status, sql: status, type: string}
      - {name: created_at, sql: created_at, type: time}
    measures:
      - {name: whole, type: sum, sql: "{total}", multi_stage: true, grain: {exclude: [status]}}
      - {name: share, type: number, sql: "100.0 * {total} / {whole}", multi_stage: true}
      - {name: month_before, type: number, sql: "{total}", multi_stage: true, time_shift: [{interval: 1 month, type: prior}]}
      - {name: place, type: rank, multi_stage: true, grain: {exclude: [customer_id]}, order_by: [{sql: "{total}", dir: desc}]}
      - {name: count, type: count}
      - {name: total, sql: amount, type: sum}
      - {name: average, sql: amount, type: avg}
  - name: line_items
    sql_table: line_items
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: product, sql: product, type: string}
    measures:
      - {name: count, type: count}
      - {name: quantity, sql: quantity, type: sum}
  - name: endless
    sql: ${endless}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
    measures:
      - {name: count, type: count}
`;
}
