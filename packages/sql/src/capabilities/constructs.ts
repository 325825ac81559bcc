/** A statement, clause or form of an expression, with an example over a cube `orders`. */
export interface Construct {
  readonly name: string;
  readonly example: string;
  /** The hint for a refused construct: another way to the same rows, if one exists. */
  readonly refused?: { readonly instead?: string };
}

const refused = (instead?: string) => ({ refused: instead === undefined ? {} : { instead } });

export const statements: readonly Construct[] = [
  { name: 'SELECT', example: 'SELECT status, MEASURE(count) FROM orders GROUP BY 1' },
  { name: 'VALUES', example: "VALUES (1, 'a'), (2, 'b')" },
  { name: 'WITH', example: 'WITH t AS (SELECT status FROM orders) SELECT status FROM t' },
  { name: 'EXPLAIN', example: 'EXPLAIN ANALYZE SELECT MEASURE(count) FROM orders' },
  { name: 'SET', example: "SET TIME ZONE 'UTC'", ...refused('the keys timezone and cache of the request') },
  { name: 'SHOW', example: 'SHOW ALL', ...refused("current_setting('timezone')") },
  { name: 'INSERT', example: 'INSERT INTO orders (status) VALUES (1)', ...refused() },
  { name: 'UPDATE', example: 'UPDATE orders SET status = 1', ...refused() },
  { name: 'DELETE', example: 'DELETE FROM orders', ...refused() },
  { name: 'CREATE TABLE', example: 'CREATE TABLE t AS SELECT 1', ...refused('a common table expression') },
  { name: 'several statements', example: 'SELECT 1; SELECT 2', ...refused('a request for each') },
];

export const clauses: readonly Construct[] = [
  { name: 'measures', example: 'SELECT MEASURE(count), SUM(total) FROM orders' },
  { name: 'rows without grouping', example: 'SELECT id, status, total FROM orders' },
  { name: 'SELECT *', example: 'SELECT * FROM orders' },
  { name: 'SELECT DISTINCT', example: 'SELECT DISTINCT status FROM orders' },
  { name: 'DISTINCT ON', example: 'SELECT DISTINCT ON (status) status, id FROM orders ORDER BY 1, 2' },
  { name: 'sub-selects in FROM', example: 'SELECT status FROM (SELECT * FROM orders) t' },
  { name: 'VALUES in FROM', example: 'SELECT a FROM (VALUES (1), (2)) t(a)' },
  { name: 'functions in FROM', example: 'SELECT n FROM generate_series(1, 3) AS n' },
  {
    name: 'joins by __cubeJoinField',
    example: 'SELECT MEASURE(o.count) FROM orders o JOIN users u ON o.__cubeJoinField = u.__cubeJoinField',
  },
  { name: 'CROSS JOIN', example: 'SELECT users.city, MEASURE(orders.count) FROM orders CROSS JOIN users GROUP BY 1' },
  { name: 'lists in FROM', example: 'SELECT users.city, MEASURE(orders.count) FROM orders, users GROUP BY 1' },
  {
    name: 'joins of grouped parts',
    example:
      'SELECT a.status, b.c FROM (SELECT DISTINCT status FROM orders) a LEFT JOIN (SELECT status, COUNT(*) AS c FROM orders GROUP BY 1) b ON a.status = b.status',
  },
  {
    name: 'joins of cubes on columns',
    example: 'SELECT MEASURE(orders.count) FROM orders JOIN users ON orders.user_id = users.id',
    ...refused('__cubeJoinField, or a grouped part on one side'),
  },
  { name: 'WHERE', example: "SELECT MEASURE(count) FROM orders WHERE status = 'new' OR amount > 10" },
  { name: 'GROUP BY', example: 'SELECT LOWER(status) AS s, COUNT(*) FROM orders GROUP BY LOWER(status)' },
  { name: 'ROLLUP', example: 'SELECT status, MEASURE(count) FROM orders GROUP BY ROLLUP(status)' },
  { name: 'CUBE', example: 'SELECT status, MEASURE(count) FROM orders GROUP BY CUBE(status)' },
  {
    name: 'GROUPING SETS',
    example: 'SELECT status, MEASURE(count) FROM orders GROUP BY GROUPING SETS ((status), ())',
  },
  { name: 'HAVING', example: 'SELECT status FROM orders GROUP BY 1 HAVING MEASURE(count) > 1' },
  { name: 'FILTER', example: "SELECT COUNT(*) FILTER (WHERE status = 'new') FROM orders" },
  { name: 'OVER', example: 'SELECT id, SUM(amount) OVER (PARTITION BY status ORDER BY id) FROM orders' },
  {
    name: 'WINDOW',
    example: 'SELECT id, RANK() OVER w FROM orders WINDOW w AS (PARTITION BY status ORDER BY amount)',
  },
  { name: 'ORDER BY', example: 'SELECT id FROM orders ORDER BY amount DESC NULLS LAST, 1' },
  { name: 'LIMIT, OFFSET, FETCH', example: 'SELECT id FROM orders ORDER BY 1 OFFSET 1 FETCH NEXT 2 ROWS ONLY' },
  {
    name: 'WITH TIES',
    example: 'SELECT id FROM orders ORDER BY amount FETCH FIRST 2 ROWS WITH TIES',
    ...refused('RANK() OVER (...) <= n around it'),
  },
  { name: 'UNION, INTERSECT, EXCEPT', example: 'SELECT status FROM orders UNION ALL SELECT city FROM users' },
  { name: 'sub-queries: scalar', example: 'SELECT id FROM orders WHERE amount > (SELECT AVG(mean) FROM orders)' },
  { name: 'sub-queries: IN', example: 'SELECT id FROM orders WHERE status IN (SELECT status FROM orders)' },
  {
    name: 'sub-queries: EXISTS',
    example: 'SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = o.amount)',
  },
  {
    name: 'WITH RECURSIVE over the catalogs',
    example:
      'WITH RECURSIVE t AS (SELECT oid, 1 AS n FROM pg_type WHERE oid = 16 UNION ALL SELECT oid, n + 1 FROM t WHERE n < 5) SELECT n FROM t',
  },
  { name: 'FOR UPDATE', example: 'SELECT id FROM orders FOR UPDATE', ...refused() },
  { name: 'INTO', example: 'SELECT id INTO t FROM orders', ...refused('a common table expression') },
  { name: 'TABLESAMPLE', example: 'SELECT id FROM orders TABLESAMPLE SYSTEM (10)', ...refused() },
];

/** Forms of expressions that are neither functions nor operators of the catalogue. */
export const forms: readonly Construct[] = [
  { name: 'AND, OR, NOT', example: 'SELECT id FROM orders WHERE NOT is_paid AND (amount > 1 OR id = 1)' },
  { name: 'CASE', example: "SELECT CASE status WHEN 'new' THEN 1 ELSE 2 END FROM orders" },
  { name: 'COALESCE, NULLIF', example: "SELECT COALESCE(NULLIF(status, ''), 'none') FROM orders" },
  { name: 'GREATEST, LEAST', example: 'SELECT GREATEST(amount, 1), LEAST(amount, 1) FROM orders' },
  { name: 'CAST, ::', example: 'SELECT CAST(amount AS INTEGER), id::text FROM orders' },
  { name: 'IS NULL', example: 'SELECT id FROM orders WHERE status IS NOT NULL' },
  { name: 'IS TRUE, FALSE, UNKNOWN', example: 'SELECT id FROM orders WHERE is_paid IS NOT TRUE' },
  { name: 'IS DISTINCT FROM', example: "SELECT id FROM orders WHERE status IS DISTINCT FROM 'new'" },
  { name: 'IN', example: "SELECT id FROM orders WHERE status IN ('new', 'paid')" },
  { name: 'BETWEEN', example: 'SELECT id FROM orders WHERE amount BETWEEN 1 AND 2' },
  { name: 'EXTRACT', example: 'SELECT EXTRACT(year FROM created_at) FROM orders' },
  { name: '= ANY, = ALL', example: "SELECT id FROM orders WHERE status = ANY (ARRAY['new', 'paid'])" },
];
