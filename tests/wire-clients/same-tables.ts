import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rows of `orders`: a text with NULLs, numbers of three types, a boolean, times with microseconds. */
const orders = `
  SELECT
    CAST(i AS BIGINT) AS id,
    CAST(i % 7 + 1 AS BIGINT) AS customer_id,
    CASE i % 4 WHEN 0 THEN 'new' WHEN 1 THEN 'shipped' WHEN 2 THEN 'done' END AS status,
    CAST(i * 0.25 AS DOUBLE PRECISION) AS amount,
    CAST(i * 1.37 AS DECIMAL(12, 2)) AS price,
    i % 2 = 0 AS is_paid,
    CAST('2024-01-01 00:00:00' AS TIMESTAMP) + i * INTERVAL '37 minutes' + i * INTERVAL '345 microseconds' AS created_at`;
const customers = `
  SELECT
    CAST(i AS BIGINT) AS id,
    CASE i % 3 WHEN 0 THEN 'Oslo' WHEN 1 THEN 'Bergen' ELSE 'Zürich' END AS city,
    'Customer ' || i AS name`;
const orderRows = 1_000;
const customerRows = 7;

/** Descriptions, as the model and PostgreSQL have them. */
const comments = {
  orders: 'Orders of the shop',
  status: 'State of the order',
  // Orrery describes these columns of every cube itself.
  user: 'Virtual column for security context switching',
  join: 'Virtual column for joining cubes',
};

/** Writes a project of Orrery whose cubes are the tables of `postgresTables`. */
export function writeWireProject(folder: string): void {
  mkdirSync(join(folder, 'model'), { recursive: true });
  const rows = (text: string, count: number) => `${text}\n  FROM (SELECT range AS i FROM range(1, ${count + 1}))`;
  const init = [
    `CREATE TABLE IF NOT EXISTS orders AS ${rows(orders, orderRows)}`,
    `CREATE TABLE IF NOT EXISTS customers AS ${rows(customers, customerRows)}`,
  ];
  writeFileSync(
    join(folder, 'orrery.yml'),
    `data_sources: ${JSON.stringify({ default: { type: 'duckdb', init: init.map((one) => one.trim()) } })}\n`,
  );
  const dimension = (name: string, type: string, more = {}) => ({ name, sql: `{CUBE}.${name}`, type, ...more });
  const cubes = [
    {
      name: 'orders',
      sql_table: 'orders',
      description: comments.orders,
      joins: [{ name: 'customers', sql: '{CUBE}.customer_id = {customers}.id', relationship: 'many_to_one' }],
      measures: [
        { name: 'count', type: 'count' },
        { name: 'total', type: 'sum', sql: '{CUBE}.amount' },
        { name: 'revenue', type: 'sum', sql: '{CUBE}.price' },
      ],
      dimensions: [
        dimension('id', 'number', { primary_key: true, public: true }),
        dimension('customer_id', 'number'),
        dimension('status', 'string', { description: comments.status }),
        dimension('amount', 'number'),
        dimension('price', 'number'),
        dimension('is_paid', 'boolean'),
        dimension('created_at', 'time'),
      ],
      segments: [{ name: 'completed', sql: "{CUBE}.status = 'done'" }],
    },
    {
      name: 'customers',
      sql_table: 'customers',
      measures: [{ name: 'count', type: 'count' }],
      dimensions: [
        dimension('id', 'number', { primary_key: true, public: true }),
        dimension('city', 'string'),
        dimension('name', 'string'),
      ],
    },
    {
      // A question about it takes longer than a test waits, and needs no memory.
      name: 'slow',
      sql: 'SELECT a.range AS n FROM range(2000000000) a, range(2000000000) b WHERE a.range * b.range % 7 = 8',
      measures: [{ name: 'count', type: 'count' }],
      dimensions: [dimension('n', 'number')],
    },
  ];
  writeFileSync(join(folder, 'model', 'model.yml'), JSON.stringify({ cubes }));
}

/**
 * Statements that make tables in PostgreSQL that have the names, types, keys and comments which Orrery shows, with a row for each row of the
 * source: the measure of a row is its value there, so that the same text means the same in both.
 *
 * @param role that reads them
 */
export function postgresTables(role: string, password: string): readonly string[] {
  const virtual = '__user text, "__cubeJoinField" text';
  return [
    `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`,
    `CREATE TABLE customers (
      count bigint, id bigint PRIMARY KEY, city text, name text, ${virtual})`,
    `CREATE TABLE orders (
      count bigint, total double precision, revenue numeric(38, 2),
      id bigint PRIMARY KEY, customer_id bigint REFERENCES customers, status text, amount double precision,
      price numeric(12, 2), is_paid boolean, created_at timestamp, completed boolean, ${virtual})`,
    `CREATE TABLE slow (count bigint, n bigint, ${virtual})`,
    `INSERT INTO customers SELECT 1, * FROM (${customers} FROM generate_series(1, ${customerRows}) AS i) AS rows`,
    `INSERT INTO orders SELECT 1, amount, price, rows.*, status = 'done' FROM (${orders} FROM generate_series(1, ${orderRows}) AS i) AS rows`,
    'INSERT INTO slow VALUES (1, 1)',
    // Every column may be NULL, those of keys too.
    `UPDATE pg_attribute SET attnotnull = false
      WHERE attrelid IN ('orders'::regclass, 'customers'::regclass) AND attname = 'id'`,
    ...['orders', 'customers', 'slow'].flatMap((table) => [
      `COMMENT ON COLUMN ${table}.__user IS '${comments.user}'`,
      `COMMENT ON COLUMN ${table}."__cubeJoinField" IS '${comments.join}'`,
    ]),
    `COMMENT ON TABLE orders IS '${comments.orders}'`,
    `COMMENT ON COLUMN orders.status IS '${comments.status}'`,
    // A client waits when it reads the row; the catalogs show a table like any other.
    'ALTER TABLE slow ENABLE ROW LEVEL SECURITY',
    'CREATE POLICY waits ON slow USING (pg_sleep(3600) IS NOT NULL)',
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
    'ANALYZE',
  ];
}
