import { expect, test } from 'vitest';
import { useStatements } from '../statement-for-test.ts';
import { model, setup } from './shop-for-test.ts';

const { ask, truth } = useStatements(model, setup);

test.each([
  [
    `SELECT DISTINCT ON (status) status, id FROM orders WHERE status IS NOT NULL ORDER BY status, id DESC`,
    `SELECT status, max(id) FROM orders WHERE status IS NOT NULL GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT SUM(CASE WHEN status = 'new' THEN total ELSE 0 END) FROM orders`,
    `SELECT sum(amount)::DOUBLE FROM orders WHERE status = 'new'`,
  ],
  [
    `SELECT is_paid, SUM(CASE WHEN status = 'new' THEN total WHEN amount > 20 THEN count ELSE NULL END) FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT is_paid, sum(CASE WHEN status = 'new' THEN amount WHEN amount > 20 THEN 1 END)::DOUBLE FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT status, PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY amount), SUM(total), GROUPING(status) FROM orders GROUP BY ROLLUP(1) ORDER BY 4, 1`,
    `SELECT status, quantile_cont(amount::DOUBLE, 0.5), sum(amount)::DOUBLE, grouping(status) FROM orders GROUP BY ROLLUP(status) ORDER BY 4, 1`,
  ],
  [`SELECT COUNT(*) FROM orders WHERE status !~* '^n'`, `SELECT 3`],
  [
    `SELECT COUNT(*) FROM orders WHERE STRPOS(CASE WHEN status IS NOT NULL THEN status ELSE '' END, 'new') > 0`,
    `SELECT 2`,
  ],
  [`SELECT COUNT(*) FROM orders WHERE POSITION('ew' IN LOWER(status)) > 0`, `SELECT 3`],
  [
    `SELECT COUNT(*) FROM orders WHERE STARTS_WITH(status, 'n') OR RIGHT(status, 1) = 'a' OR LEFT(status, 2) = 'sh' OR REVERSE(status) = 's''ti'`,
    `SELECT 5`,
  ],
  [`SELECT id, count, total, per_order FROM (SELECT * FROM orders) t ORDER BY id LIMIT 1`, `SELECT 1, 1, 10.50, 10.5`],
  [
    `SELECT * FROM orders ORDER BY id LIMIT 1`,
    `SELECT 1, 10.50, 10.50, 10.50, 10.50, 1, 1, 10.5, 1, 'new', 10.50, TIMESTAMP '2024-01-05 10:00:00', true, NULL, NULL, NULL`,
  ],
  [`SELECT COUNT(*) FROM (SELECT * FROM orders) t`, `SELECT 8`],
  [
    `SELECT "$Table"."status", COUNT(*) FROM (SELECT * FROM "public"."orders" "$Table") "$Table" GROUP BY "$Table"."status" ORDER BY 1 LIMIT 1000001`,
    `SELECT status, count(*) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT COUNT(*) c, COUNT(*) FILTER (WHERE status = 'new') n, SUM(total) FILTER (WHERE status <> 'new') s FROM orders`,
    `SELECT count(*), count(*) FILTER (status = 'new'), (sum(amount) FILTER (status <> 'new'))::DECIMAL(38,2) FROM orders`,
  ],
  [
    `SELECT u.city, SUM(o.total) t, SUM(i.quantity) q FROM items i CROSS JOIN orders o CROSS JOIN users u GROUP BY 1 ORDER BY 1`,
    `WITH j AS (SELECT i.id iid, i.quantity, o.id oid, o.amount, u.city FROM items i LEFT JOIN orders o ON i.order_id = o.id LEFT JOIN users u ON o.user_id = u.id) SELECT city, (SELECT sum(amount) FROM (SELECT DISTINCT oid, amount, city FROM j) x WHERE x.city IS NOT DISTINCT FROM j.city), sum(quantity) FROM j GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT o.status, COUNT(*) c, SUM(i.quantity) q FROM items i LEFT JOIN orders o ON i.__cubeJoinField = o.__cubeJoinField GROUP BY 1 ORDER BY 1`,
    `SELECT status, count(*), sum(quantity) FROM items i LEFT JOIN orders o ON i.order_id = o.id GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT i.id, o.status, u.city FROM items i LEFT JOIN orders o ON i.__cubeJoinField = o.__cubeJoinField LEFT JOIN users u ON o.__cubeJoinField = u.__cubeJoinField ORDER BY 1`,
    `SELECT i.id, status, city FROM items i LEFT JOIN orders o ON i.order_id = o.id LEFT JOIN users u ON o.user_id = u.id ORDER BY 1`,
  ],
  [`SELECT COUNT(*) FROM items i CROSS JOIN orders o WHERE o.status = 'new'`, `SELECT 3`],
  [`SELECT SUM(o.total) FROM items i CROSS JOIN orders o WHERE i.product = 'pen'`, `SELECT 60.75`],
  [
    `SELECT AVG(o.amount), COUNT(o.id), COUNT(DISTINCT o.id) FROM items i CROSS JOIN orders o`,
    `SELECT avg(amount)::DOUBLE, count(o.id), count(DISTINCT o.id) FROM items i LEFT JOIN orders o ON i.order_id = o.id`,
  ],
  [
    `SELECT o.status, t.c FROM orders o JOIN (SELECT status, COUNT(*) c FROM orders GROUP BY 1) t ON o.status = t.status ORDER BY o.id`,
    `SELECT status, count(*) OVER (PARTITION BY status) FROM orders WHERE status IS NOT NULL ORDER BY id`,
  ],
  [
    `SELECT o.id, t.c FROM orders o LEFT JOIN (SELECT status, COUNT(*) c FROM orders WHERE status = 'new' GROUP BY 1) t ON o.status = t.status ORDER BY 1`,
    `SELECT id, CASE WHEN status = 'new' THEN 2 END FROM orders ORDER BY 1`,
  ],
  [
    `SELECT o.id FROM orders o LEFT JOIN (SELECT status, COUNT(*) c FROM orders WHERE status = 'new' GROUP BY 1) t ON o.status = t.status WHERE t.c IS NULL ORDER BY 1`,
    `SELECT id FROM orders WHERE status IS DISTINCT FROM 'new' ORDER BY 1`,
  ],
  [
    `SELECT a.s, b.s FROM (SELECT status s, COUNT(*) c FROM orders GROUP BY 1) a FULL JOIN (SELECT product s, COUNT(*) c FROM items GROUP BY 1) b ON a.s = b.s ORDER BY 1, 2`,
    `SELECT a.s, b.s FROM (SELECT DISTINCT status s FROM orders) a FULL JOIN (SELECT DISTINCT product s FROM items) b ON a.s = b.s ORDER BY 1 NULLS LAST, 2 NULLS LAST`,
  ],
  [
    `SELECT city, SUM(total) FROM sales GROUP BY 1 ORDER BY 2 DESC`,
    `SELECT city, sum(amount) FROM orders o LEFT JOIN users u ON o.user_id = u.id GROUP BY 1 ORDER BY 2 DESC`,
  ],
  [
    `SELECT COUNT(*), COUNT(DISTINCT city) FROM sales WHERE status IS NOT NULL`,
    `SELECT count(*), count(DISTINCT city) FROM orders o LEFT JOIN users u ON o.user_id = u.id WHERE status IS NOT NULL`,
  ],
  [
    `SELECT city, status, amount FROM sales ORDER BY amount LIMIT 3`,
    `SELECT city, status, amount FROM orders o LEFT JOIN users u ON o.user_id = u.id ORDER BY amount LIMIT 3`,
  ],
  [
    `SELECT count(distinct "rows"."status") + max(case when "rows"."status" is null then 1 else 0 end) AS a0 FROM (SELECT "status" FROM "public"."orders" "$Table") "rows"`,
    `SELECT count(DISTINCT status) + 1 FROM orders`,
  ],
  [
    `SELECT "_"."status", "_"."a0" FROM (SELECT "rows"."status" AS "status", sum("rows"."total") AS "a0" FROM (SELECT "_"."status", "_"."total" FROM "public"."orders" "_" WHERE "_"."is_paid" = true) "rows" GROUP BY "status") "_" WHERE NOT "_"."a0" IS NULL ORDER BY 1 LIMIT 1000001`,
    `SELECT status, sum(amount) FROM orders WHERE is_paid GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT status AS s, SUM(total) FROM orders GROUP BY status HAVING (COUNT(1) > 0) ORDER BY 1`,
    `SELECT status, sum(amount) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT CAST(TRUNC(EXTRACT(YEAR FROM created_at)) AS INTEGER) AS y, COUNT(*) FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT extract(year FROM created_at), count(*) FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT DATE_TRUNC('QUARTER', CAST(created_at AS TIMESTAMP)) AS q, SUM(total) FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT date_trunc('quarter', created_at)::TIMESTAMP, sum(amount) FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT CAST(DATE_TRUNC('MONTH', CAST(CAST(created_at AS DATE) AS TIMESTAMP)) AS DATE) AS m, SUM(total) s FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT date_trunc('month', created_at)::DATE, sum(amount) FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT created_at::date d, COUNT(*) FROM orders GROUP BY created_at::date ORDER BY d`,
    `SELECT created_at::DATE, count(*) FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT DATE(created_at) d, MEASURE(people) FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT created_at::DATE, count(DISTINCT user_id) FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT EXTRACT(MONTH FROM created_at) m, EXTRACT(YEAR FROM created_at) y, SUM(total) s FROM orders GROUP BY 2, 1 ORDER BY y, m`,
    `SELECT extract(month FROM created_at), extract(year FROM created_at), sum(amount) FROM orders GROUP BY 1, 2 ORDER BY 2, 1`,
  ],
  [`SELECT COUNT(*) FROM orders WHERE created_at BETWEEN '2024-01-01' AND '2024-02-01'`, `SELECT 3`],
  [`SELECT COUNT(*) FROM orders WHERE created_at >= '2024-01-31' AND created_at < '2024-02-01'`, `SELECT 1`],
  [`SELECT COUNT(*) FROM orders WHERE created_at::date = '2024-01-31'`, `SELECT 1`],
  [`SELECT COUNT(*) FROM orders WHERE created_at > TIMESTAMP '2024-01-31 23:59:59.999'`, `SELECT 5`],
  [`SELECT COUNT(*) FROM orders WHERE created_at >= CURRENT_DATE - INTERVAL '5 month'`, `SELECT 5`],
  [`SELECT COUNT(*) FROM orders WHERE created_at > now() - INTERVAL '90 days' AND created_at < now()`, `SELECT 1`],
  [`SELECT COUNT(*) FROM orders WHERE created_at BETWEEN DATE_TRUNC('year', now()) AND now()`, `SELECT 5`],
  [
    `SELECT id FROM orders WHERE created_at + INTERVAL '1 month' >= '2024-03-01' ORDER BY 1`,
    `SELECT id FROM orders WHERE created_at + INTERVAL 1 MONTH >= '2024-03-01' ORDER BY 1`,
  ],
  [
    `SELECT DATE_TRUNC('week', created_at) w, COUNT(*) FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT date_trunc('week', created_at)::TIMESTAMP, count(*) FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT TO_CHAR(created_at, 'YYYY-MM') m, SUM(total) FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT strftime(created_at, '%Y-%m'), sum(amount) FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT FLOOR(EXTRACT(EPOCH FROM created_at) / 86400) * 86400 AS t, COUNT(*) FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT floor(epoch(created_at) / 86400)::BIGINT * 86400, count(*) FROM orders GROUP BY 1 ORDER BY 1`,
  ],
  [
    `SELECT status IS NULL AS n, COUNT(*) FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT status IS NULL, count(*) FROM orders GROUP BY 1 ORDER BY 1`,
  ],
])('SQL over the tables gives the same rows: %s', async (text, sql) => {
  expect(await ask(text)).toEqual(await truth(sql));
});
