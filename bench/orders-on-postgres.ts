import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DirectClient } from './figures/uncached-load.ts';
import { ordersModel } from './orders-project.ts';
import { startPostgres } from './postgres-on-loopback.ts';
import type { ServerPlace } from './server-process.ts';

export interface OrdersOnPostgres {
  readonly environment: NonNullable<ServerPlace['environment']>;
  readonly direct: DirectClient;
  stop(): Promise<void>;
}

/** A PostgreSQL server on this machine with 300,000 orders over three years, 900,000 line items, and the model. */
export async function writeOrdersOnPostgres(directory: string): Promise<OrdersOnPostgres> {
  const { url, client, stop } = await startPostgres();
  await client.query(`
    CREATE TABLE customers AS
      SELECT id, 'customer ' || id AS name, (ARRAY['Lisbon', 'Austin', 'Kyoto', 'Accra', 'Lima'])[1 + id % 5] AS city
      FROM generate_series(1, 50000) AS id;
    CREATE TABLE orders AS
      SELECT id, 1 + id * 7919 % 50000 AS customer_id, (ARRAY['new', 'paid', 'sent', 'done', 'void'])[1 + id * 31 % 5] AS status,
        CAST(id * 104729 % 100000 / 100.0 AS numeric(12, 2)) AS amount,
        timestamp '2023-01-01' + id * 15485863 % 94608000 * interval '1 second' AS created_at
      FROM generate_series(1, 300000::bigint) AS id;
    CREATE TABLE line_items AS
      SELECT id, 1 + (id - 1) / 3 AS order_id, 'product ' || id * 7 % 500 AS product, CAST(1 + id * 13 % 9 AS integer) AS quantity
      FROM generate_series(1, 900000::bigint) AS id;
    ALTER TABLE customers ADD PRIMARY KEY (id);
    ALTER TABLE orders ADD PRIMARY KEY (id);
    ALTER TABLE line_items ADD PRIMARY KEY (id);`);
  await client.query('VACUUM ANALYZE');
  await client.query("SET TimeZone = 'UTC'");
  mkdirSync(join(directory, 'model'), { recursive: true });
  writeFileSync(
    join(directory, 'orrery.yml'),
    'data_sources:\n  default:\n    type: postgres\n    url: ${BENCH_POSTGRES_URL}\nquery:\n  concurrency_per_tenant: 1\n',
  );
  writeFileSync(join(directory, 'model', 'orders.yml'), ordersModel('SELECT pg_sleep(600), 1 AS id'));
  return {
    environment: { BENCH_POSTGRES_URL: url },
    direct: {
      name: 'PostgreSQL',
      run: (text, params) => client.query(text, [...params]),
    },
    stop,
  };
}
