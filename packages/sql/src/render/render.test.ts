import { describe, expect, test } from 'vitest';
import { useStatements } from './statement-for-test.ts';

const model = `
cubes:
  - name: orders
    sql_table: orders
    joins:
      - { name: users, sql: "{CUBE}.user_id = {users}.id", relationship: many_to_one }
    measures:
      - { name: count, type: count }
      - { name: total, sql: amount, type: sum }
      - { name: mean, sql: amount, type: avg }
      - { name: people, sql: user_id, type: count_distinct }
      - { name: running, sql: amount, type: sum, rolling_window: { trailing: unbounded } }
      - { name: per_order, sql: "{total} / {count}", type: number }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: status, sql: status, type: string }
      - { name: amount, sql: amount, type: number }
      - { name: created_at, sql: created_at, type: time }
      - { name: is_paid, sql: is_paid, type: boolean }
    segments:
      - { name: large, sql: "{CUBE}.amount > 20" }
  - name: users
    sql_table: users
    measures:
      - { name: count, type: count }
      - { name: age, sql: age, type: sum }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: true }
      - { name: city, sql: city, type: string }
`;

const { ask, truth, render } = useStatements(model, [
  'CREATE TABLE users (id INTEGER, city VARCHAR, age INTEGER)',
  "INSERT INTO users VALUES (1, 'Rome', 30), (2, 'Oslo', 40), (3, NULL, 50)",
  'CREATE TABLE orders (id INTEGER, user_id INTEGER, status VARCHAR, amount DECIMAL(10,2), created_at TIMESTAMP, is_paid BOOLEAN)',
  `INSERT INTO orders VALUES
    (1, 1, 'new', 10.50, '2024-01-05 10:00:00', true), (2, 1, 'new', 20.25, '2024-01-31 23:59:59.999500', false),
    (3, 2, 'shipped', 30.00, '2024-02-01 00:00:00', true), (4, 2, NULL, 40.10, '2024-04-10 08:00:00', NULL),
    (5, 3, 'New', 50.00, '2023-12-31 12:00:00', true), (6, 3, NULL, NULL, '2024-02-29 12:00:00', false),
    (7, NULL, 'it''s', 5.00, '2024-07-01 12:00:00', true)`,
]);

describe('rows of statements over the model, as SQL over the tables gives them', () => {
  test.each([
    ['SELECT MEASURE(count) AS c FROM orders', 'SELECT count(*) FROM orders'],
    ['SELECT COUNT(*) AS c FROM orders', 'SELECT count(*) FROM orders'],
    [
      'SELECT SUM(total), MAX(created_at) FROM (SELECT * FROM orders) t',
      'SELECT sum(amount), max(created_at) FROM orders',
    ],
    [
      "SELECT SUM(CASE WHEN status = 'new' THEN total END) AS s, SUM(total) FILTER (WHERE is_paid) p FROM orders",
      "SELECT sum(amount) FILTER (status = 'new'), sum(amount) FILTER (is_paid) FROM orders",
    ],
    [
      'SELECT MIN(total) AS m, COUNT(DISTINCT mean) AS d, COUNT(*) FILTER (WHERE amount > 20) AS n FROM orders',
      'SELECT min(amount), count(DISTINCT amount), count(*) FILTER (amount > 20) FROM orders',
    ],
    [
      "SELECT status, COUNT(DISTINCT is_paid) d, MEASURE(people) p, SUM(amount * 2) s FROM orders WHERE LOWER(status) <> 'x' GROUP BY 1 ORDER BY 1",
      'SELECT status, count(DISTINCT is_paid), count(DISTINCT user_id), sum(amount * 2)::DOUBLE FROM orders WHERE status IS NOT NULL GROUP BY 1 ORDER BY 1',
    ],
    [
      'SELECT status, COUNT(*) AS c FROM orders GROUP BY 1 ORDER BY 1',
      'SELECT status, count(*) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST',
    ],
    ['SELECT status, count FROM orders ORDER BY id', 'SELECT status, 1 FROM orders ORDER BY id'],
    ["SELECT COUNT(*) AS c FROM orders WHERE status <> 'new'", "SELECT count(*) FROM orders WHERE status <> 'new'"],
    ["SELECT COUNT(*) AS c FROM orders WHERE status LIKE 'NE%'", 'SELECT 0'],
    ["SELECT COUNT(*) AS c FROM orders WHERE status ILIKE 'NE%'", 'SELECT 3'],
    [
      "SELECT COUNT(*) FROM orders WHERE NOT (status = 'new' OR amount > 30)",
      "SELECT count(*) FROM orders WHERE NOT (status = 'new' OR amount > 30)",
    ],
    ["SELECT COUNT(*) FROM orders WHERE status NOT IN ('new', NULL)", 'SELECT 0'],
    ['SELECT COUNT(*) FROM orders WHERE large IS TRUE', 'SELECT count(*) FROM orders WHERE amount > 20'],
    ["SELECT COUNT(*) FROM orders WHERE created_at >= '2024-01-01' AND created_at < '2024-02-01'", 'SELECT 2'],
    ["SELECT COUNT(*) FROM orders WHERE created_at = '2024-01-31 23:59:59.9995'", 'SELECT 1'],
    ['SELECT COUNT(*) FROM orders WHERE EXTRACT(YEAR FROM created_at) = 2024', 'SELECT 6'],
    [
      "SELECT DATE_TRUNC('month', created_at) AS m, COUNT(*) FROM orders GROUP BY 1 ORDER BY 1",
      "SELECT date_trunc('month', created_at)::TIMESTAMP m, count(*) FROM orders GROUP BY 1 ORDER BY 1",
    ],
    [
      "SELECT DATE_TRUNC('qtr', created_at) AS m, SUM(total) FROM orders GROUP BY 1 ORDER BY 1",
      "SELECT date_trunc('quarter', created_at)::TIMESTAMP m, sum(amount) FROM orders GROUP BY 1 ORDER BY 1",
    ],
    [
      'SELECT EXTRACT(YEAR FROM created_at) AS y, MEASURE(mean) FROM orders GROUP BY 1 ORDER BY 1',
      'SELECT extract(year FROM created_at) y, avg(amount) FROM orders GROUP BY 1 ORDER BY 1',
    ],
    [
      'SELECT LOWER(status) AS l, COUNT(*) AS c FROM orders GROUP BY 1 ORDER BY 1',
      'SELECT lower(status) l, count(*) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST',
    ],
    [
      "SELECT CASE WHEN status = 'new' THEN 'a' ELSE 'b' END k, MEASURE(people) FROM orders GROUP BY 1 ORDER BY 1",
      "SELECT CASE WHEN status = 'new' THEN 'a' ELSE 'b' END k, count(DISTINCT user_id) FROM orders GROUP BY 1 ORDER BY 1",
    ],
    [
      'SELECT status, COUNT(*) c FROM orders GROUP BY 1 HAVING COUNT(*) > 1 ORDER BY 1',
      'SELECT status, count(*) FROM orders GROUP BY 1 HAVING count(*) > 1 ORDER BY 1 NULLS LAST',
    ],
    [
      'SELECT u.city, SUM(o.count) AS c FROM orders o CROSS JOIN users u GROUP BY 1 ORDER BY 1',
      'SELECT city, count(o.id) FROM orders o LEFT JOIN users u ON o.user_id = u.id GROUP BY 1 ORDER BY 1 NULLS LAST',
    ],
    [
      'SELECT u.city, MEASURE(u.age) a, SUM(o.total) t FROM orders o LEFT JOIN users u ON o.__cubeJoinField = u.__cubeJoinField GROUP BY 1 ORDER BY 1',
      "SELECT * FROM (VALUES ('Oslo', 40, 70.10), ('Rome', 30, 30.75), (NULL, 50, 55.00)) ORDER BY 1 NULLS LAST",
    ],
    [
      'SELECT ROUND(AVG(c), 4) AS a FROM (SELECT status, COUNT(*) AS c FROM orders GROUP BY 1) t',
      'SELECT avg(c)::DECIMAL(9,4) FROM (SELECT status, count(*) c FROM orders GROUP BY 1)',
    ],
    [
      'SELECT status FROM orders WHERE status IN (SELECT status FROM orders GROUP BY 1 ORDER BY COUNT(*) DESC, 1 LIMIT 1) GROUP BY 1',
      "SELECT 'new'",
    ],
    [
      'SELECT status, SUM(COUNT(*)) OVER () AS t FROM orders GROUP BY 1 ORDER BY 1',
      'SELECT status, sum(count(*)) OVER () FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST',
    ],
    ['SELECT 1 AS a UNION ALL SELECT 2 ORDER BY 1', 'SELECT 1 UNION ALL SELECT 2 ORDER BY 1'],
    ['SELECT status FROM orders LIMIT 0', 'SELECT status FROM orders LIMIT 0'],
    ['SELECT MAX(created_at) AS m FROM orders WHERE 1 = 0', 'SELECT NULL'],
    [
      'SELECT COUNT(DISTINCT status), MIN(amount), MAX(created_at) FROM orders',
      'SELECT count(DISTINCT status), min(amount)::DOUBLE, max(created_at) FROM orders',
    ],
    ['SELECT id FROM orders ORDER BY amount DESC LIMIT 2', 'SELECT 6 AS id UNION ALL SELECT 5'],
    [
      'WITH w AS (SELECT status, COUNT(*) c FROM orders GROUP BY 1) SELECT a.status, b.c FROM w a JOIN w b ON a.status = b.status ORDER BY 1',
      'SELECT status, count(*) FROM orders WHERE status IS NOT NULL GROUP BY 1 ORDER BY 1',
    ],
    [
      'SELECT status, city, COUNT(*) FROM (SELECT o.status, u.city, o.count FROM orders o CROSS JOIN users u) t GROUP BY ROLLUP(1, 2) ORDER BY 1, 2, 3',
      'SELECT status, city, count(o.id) FROM orders o LEFT JOIN users u ON o.user_id = u.id GROUP BY ROLLUP(1, 2) ORDER BY 1 NULLS LAST, 2 NULLS LAST, 3',
    ],
    [
      'SELECT DISTINCT status FROM orders ORDER BY 1 NULLS FIRST',
      'SELECT DISTINCT status FROM orders ORDER BY 1 NULLS FIRST',
    ],
    ['SELECT 7 / 2 AS a, -7 % 3 AS b, round(1.0 / 3, 3) AS c', 'SELECT 3, -1, 0.333'],
    ['SELECT amount * 2 FROM orders WHERE id = 1', 'SELECT 21.0::DOUBLE'],
    [
      "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM users u WHERE u.city = 'Rome' AND u.id = o.id) ORDER BY id",
      'SELECT 1',
    ],
    ['SELECT MEASURE(count) / 2 FROM orders', 'SELECT 3'],
    [
      'SELECT per_order FROM (SELECT MEASURE(per_order) per_order FROM orders) t',
      'SELECT sum(amount) / count(*) FROM orders',
    ],
    ['SELECT x FROM generate_series(1, 3) AS g(x) ORDER BY x DESC', 'SELECT unnest([3, 2, 1])'],
  ])('%s', async (text, sql) => {
    const rows = await ask(text);
    expect(rows).toEqual(await truth(sql));
  });
});

describe('measures that read rows of other times', () => {
  const months = "SELECT DATE_TRUNC('month', created_at) AS m, MEASURE(running) AS r FROM orders WHERE";

  test('read them before the range of a statement', async () => {
    const text = `${months} created_at >= '2024-02-01' AND created_at < '2024-04-01' GROUP BY 1 ORDER BY 1`;
    const sql =
      "SELECT m, (SELECT sum(amount) FROM orders WHERE created_at < m + INTERVAL 1 MONTH) FROM (VALUES (TIMESTAMP '2024-02-01'), (TIMESTAMP '2024-03-01')) v(m)";
    expect(await ask(text)).toEqual(await truth(sql));
  });

  test('are refused beside a condition that would leave them out', () => {
    expect(() => render(`${months} created_at > '2024-02-01' GROUP BY 1`)).toThrow(
      "The measure 'orders.running' reads rows",
    );
  });
});

test('asks the model one question for nested selections', () => {
  const text = `SELECT m, c FROM (SELECT DATE_TRUNC('month', t) m, SUM(n) c FROM
    (SELECT created_at AS t, count AS n FROM (SELECT * FROM orders WHERE is_paid) a) b GROUP BY 1) x ORDER BY c LIMIT 5`;
  expect(render(text).blocks).toMatchObject([
    { query: { measures: ['orders.count'], dimensions: ['orders.created_at.month'] }, pieces: ['orders'] },
  ]);
});
