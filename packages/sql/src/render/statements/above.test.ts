import { expect, test } from 'vitest';
import { useStatements } from '../statement-for-test.ts';
import { model, setup } from './shop-for-test.ts';

const { ask, truth } = useStatements(model, setup);

test.each([
  [`SELECT 'all' AS k, COUNT(*) FROM orders GROUP BY 1`, `SELECT 'all', 8`],
  [`SELECT 'all' AS k, SUM(total) FROM orders WHERE 1 = 0 GROUP BY 1`, `SELECT 1 WHERE false`],
  [`SELECT SUM(total), COUNT(*) FROM orders WHERE 1 <> 1`, `SELECT NULL, 0`],
  [`SELECT status, SUM(total) FROM orders WHERE FALSE GROUP BY 1`, `SELECT 1 WHERE false`],
  [
    `SELECT CASE WHEN 1 = 1 THEN status ELSE NULL END s, SUM(total) FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT status, sum(amount) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT LOWER(status) AS status, COUNT(*) FROM orders GROUP BY LOWER(status) ORDER BY 1`,
    `SELECT lower(status) s, count(*) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT status, SUM(total) / COUNT(*) r, SUM(total) * 100.0 / 150.85 p FROM orders WHERE status = 'new' GROUP BY 1`,
    `SELECT 'new', 15.375, 30.75 * 100.0 / 150.85`,
  ],
  [
    `SELECT status, total / NULLIF(c, 0) FROM (SELECT status, SUM(total) total, COUNT(*) c FROM orders GROUP BY 1) t ORDER BY 1`,
    `SELECT status, sum(amount)::DOUBLE / count(*) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT status FROM orders GROUP BY 1 HAVING SUM(total) > 20 OR status = 'it''s' ORDER BY 1`,
    `SELECT status FROM orders GROUP BY 1 HAVING sum(amount) > 20 OR status = 'it''s' ORDER BY 1 NULLS LAST`,
  ],
  [`SELECT SUM(total) FROM orders HAVING SUM(total) > 1000`, `SELECT 1 WHERE false`],
  [
    `SELECT status, SUM(total) t FROM orders GROUP BY 1 ORDER BY SUM(total) DESC, status LIMIT 2 OFFSET 1`,
    `SELECT status, sum(amount) FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 2 OFFSET 1`,
  ],
  [
    `SELECT status FROM orders GROUP BY status ORDER BY COUNT(*) DESC, status FETCH NEXT 2 ROWS ONLY`,
    `SELECT status FROM orders GROUP BY 1 ORDER BY count(*) DESC, status NULLS LAST LIMIT 2`,
  ],
  [
    `SELECT DISTINCT status, is_paid FROM orders ORDER BY 1, 2`,
    `SELECT DISTINCT status, is_paid FROM orders ORDER BY 1 NULLS LAST, 2 NULLS LAST`,
  ],
  [
    `SELECT DISTINCT LOWER(status) AS l FROM orders ORDER BY LOWER(status) DESC`,
    `SELECT DISTINCT lower(status) l FROM orders ORDER BY 1 DESC NULLS FIRST`,
  ],
  [
    `SELECT status FROM orders UNION SELECT product FROM items ORDER BY 1`,
    `SELECT status FROM orders UNION SELECT product FROM items ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT status FROM orders EXCEPT SELECT status FROM orders WHERE is_paid ORDER BY 1`,
    `SELECT status FROM orders EXCEPT SELECT status FROM orders WHERE is_paid ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT k, SUM(n) FROM (SELECT status k, count n FROM orders UNION ALL SELECT product, count FROM items) t GROUP BY 1 ORDER BY 1`,
    `SELECT k, count(*) FROM (SELECT status k FROM orders UNION ALL SELECT product FROM items) GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT id, (SELECT COUNT(*) FROM items) n FROM orders WHERE amount > (SELECT AVG(amount) FROM orders) ORDER BY 1`,
    `SELECT id, 8 FROM orders WHERE amount > (SELECT avg(amount) FROM orders) ORDER BY 1`,
  ],
  [
    `SELECT COUNT(*) FROM orders WHERE status IN (SELECT status FROM orders GROUP BY 1 HAVING COUNT(*) > 1)`,
    `SELECT 2`,
  ],
  [
    `SELECT SUM(total) FROM orders WHERE status IN (SELECT status FROM orders GROUP BY 1 HAVING COUNT(*) > 1)`,
    `SELECT 30.75`,
  ],
  [
    `SELECT status, SUM(total) FROM orders WHERE amount > (SELECT AVG(amount) FROM orders) GROUP BY 1 ORDER BY 1`,
    `SELECT status, sum(amount)::DOUBLE FROM orders WHERE amount > (SELECT avg(amount) FROM orders) GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [`SELECT id FROM orders WHERE status NOT IN (SELECT product FROM items) ORDER BY 1`, `SELECT 1 WHERE false`],
  [
    `SELECT id FROM users u WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = u.id AND o.status = 'new') ORDER BY 1`,
    `SELECT id FROM users WHERE id NOT IN (1, 2) ORDER BY 1`,
  ],
  [
    `SELECT u.id, (SELECT MAX(o.amount) FROM orders o WHERE o.id <= u.id) m FROM users u ORDER BY 1`,
    `SELECT u.id, (SELECT max(o.amount) FROM orders o WHERE o.id <= u.id)::DOUBLE FROM users u ORDER BY 1`,
  ],
  [
    `WITH a AS (SELECT id, status, amount FROM orders WHERE is_paid), b AS (SELECT status, SUM(amount) s FROM a GROUP BY 1) SELECT a.id, b.s FROM a JOIN b ON a.status = b.status ORDER BY 1`,
    `WITH a AS (SELECT id, status, amount FROM orders WHERE is_paid), b AS (SELECT status, sum(amount)::DOUBLE s FROM a GROUP BY 1) SELECT a.id, b.s FROM a JOIN b ON a.status = b.status ORDER BY 1`,
  ],
  [
    `WITH a AS (SELECT status, total FROM orders WHERE is_paid) SELECT (SELECT SUM(total) FROM a) x, (SELECT COUNT(DISTINCT status) FROM a) y`,
    `SELECT sum(amount), count(DISTINCT status) FROM orders WHERE is_paid`,
  ],
  [
    `WITH a AS (SELECT id FROM orders ORDER BY id LIMIT 2) SELECT x.id, y.id FROM a x, a y ORDER BY 1, 2`,
    `SELECT x.id, y.id FROM (SELECT id FROM orders ORDER BY id LIMIT 2) x, (SELECT id FROM orders ORDER BY id LIMIT 2) y ORDER BY 1, 2`,
  ],
  [`SELECT COUNT(*) FROM orders WHERE large`, `SELECT 4`],
  [`SELECT COUNT(*) FROM orders WHERE large = TRUE AND status = 'new'`, `SELECT 1`],
  [
    `SELECT status, amount, RANK() OVER (PARTITION BY status ORDER BY amount DESC) r FROM orders ORDER BY id`,
    `SELECT status, amount, rank() OVER (PARTITION BY status ORDER BY amount DESC NULLS FIRST) FROM orders ORDER BY id`,
  ],
  [
    `SELECT status, SUM(total) s, SUM(SUM(total)) OVER (ORDER BY status ROWS UNBOUNDED PRECEDING) r FROM orders GROUP BY 1 ORDER BY 1`,
    `SELECT status, sum(amount), (sum(sum(amount)) OVER (ORDER BY status NULLS LAST ROWS UNBOUNDED PRECEDING))::DOUBLE FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY amount) FROM orders`,
    `SELECT quantile_cont(amount::DOUBLE, 0.5) FROM orders`,
  ],
  [
    `SELECT STRING_AGG(product, ',' ORDER BY product) FROM items WHERE product IS NOT NULL`,
    `SELECT string_agg(product, ',' ORDER BY product) FROM items WHERE product IS NOT NULL`,
  ],
  [
    `SELECT STDDEV(amount) IS NOT NULL, STRING_AGG(status, '-' ORDER BY status) FROM orders`,
    `SELECT true, string_agg(status, '-' ORDER BY status) FROM orders`,
  ],
  [`SELECT SUM(CASE WHEN status = 'new' THEN amount ELSE 0 END) s, MEASURE(count) FROM orders`, `SELECT 30.75, 8`],
  [
    `SELECT * FROM (SELECT status, SUM(total) s FROM orders GROUP BY 1) a CROSS JOIN (SELECT COUNT(*) c FROM users) b ORDER BY 1`,
    `SELECT status, sum(amount), 4 FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT MIN(created_at), MAX(created_at)::date, COUNT(DISTINCT created_at::date) FROM orders`,
    `SELECT min(created_at), max(created_at)::DATE, count(DISTINCT created_at::DATE) FROM orders`,
  ],
  [
    `SELECT id, CASE WHEN amount > 20 THEN 'big' WHEN amount IS NULL THEN 'none' ELSE 'small' END k FROM orders ORDER BY id`,
    `SELECT id, CASE WHEN amount > 20 THEN 'big' WHEN amount IS NULL THEN 'none' ELSE 'small' END k FROM orders ORDER BY id`,
  ],
  [
    `SELECT status || '!' AS x, COALESCE(status, 'none') y FROM orders ORDER BY id`,
    `SELECT status || '!' AS x, COALESCE(status, 'none') y FROM orders ORDER BY id`,
  ],
  [
    `SELECT id FROM orders ORDER BY created_at DESC, id`,
    `SELECT id FROM orders ORDER BY created_at DESC NULLS FIRST, id`,
  ],
  [`SELECT status FROM orders WHERE total > 20 ORDER BY id`, `SELECT status FROM orders WHERE amount > 20 ORDER BY id`],
  [
    `SELECT status, MEASURE(total) t FROM orders GROUP BY 1 HAVING MEASURE(total) IS NOT NULL AND NOT (MEASURE(total) < 10) ORDER BY 1`,
    `SELECT status, sum(amount) FROM orders GROUP BY 1 HAVING sum(amount) >= 10 ORDER BY 1 NULLS LAST`,
  ],
])('SQL over the tables gives the same rows: %s', async (text, sql) => {
  expect(await ask(text)).toEqual(await truth(sql));
});
