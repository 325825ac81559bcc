import { expect, test } from 'vitest';
import { useStatements } from '../statement-for-test.ts';
import { model, setup } from './shop-for-test.ts';

const { ask, truth } = useStatements(model, setup);

test.each([
  [`SELECT COUNT(*) FROM orders WHERE large IS TRUE OR status = 'new'`, `SELECT 5`],
  [`SELECT SUM(1) AS s, MEASURE(total) t FROM orders`, `SELECT count(*), sum(amount) FROM orders`],
  [`SELECT MAX(1) AS s, MEASURE(total) t FROM orders`, `SELECT 1, sum(amount) FROM orders`],
  [`SELECT COUNT(NULL) AS s, MEASURE(total) t FROM orders`, `SELECT 0, sum(amount) FROM orders`],
  [`SELECT COUNT(DISTINCT 1) AS s, MEASURE(total) t FROM orders`, `SELECT 1, sum(amount) FROM orders`],
  [`SELECT SUM(2) FROM orders`, `SELECT sum(2) FROM orders`],
  [
    `SELECT status, status AS s2, COUNT(*) FROM orders GROUP BY 1, 2 ORDER BY 1`,
    `SELECT status, status, count(*) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT status FROM orders GROUP BY ROLLUP(status) ORDER BY 1`,
    `SELECT status FROM orders GROUP BY ROLLUP(status) ORDER BY 1 NULLS LAST`,
  ],
  [
    `SELECT status, SUM(total) FROM orders GROUP BY CUBE(status) ORDER BY 1, 2`,
    `SELECT status, sum(amount)::DOUBLE FROM orders GROUP BY CUBE(status) ORDER BY 1 NULLS LAST, 2 NULLS LAST`,
  ],
  [`SELECT 1 AS one FROM orders HAVING COUNT(*) > 0`, `SELECT 1`],
  [`SELECT 1 AS one FROM orders HAVING COUNT(*) > 100`, `SELECT 1 WHERE false`],
  [
    `SELECT COUNT(*) FROM (SELECT DISTINCT status FROM orders) t`,
    `SELECT count(*) FROM (SELECT DISTINCT status FROM orders)`,
  ],
  [`SELECT COUNT(*) FROM (SELECT status FROM orders LIMIT 3) t`, `SELECT 3`],
  [`SELECT COUNT(*) FROM (SELECT status FROM orders ORDER BY id OFFSET 3) t`, `SELECT 5`],
  [
    `SELECT COUNT(*) FROM (SELECT status, SUM(total) FROM orders GROUP BY 1) t`,
    `SELECT count(*) FROM (SELECT DISTINCT status FROM orders)`,
  ],
  [
    `SELECT * FROM (SELECT id, status FROM orders ORDER BY id DESC LIMIT 3) t ORDER BY id LIMIT 2`,
    `SELECT id, status FROM orders WHERE id > 5 ORDER BY id LIMIT 2`,
  ],
  [
    `SELECT * FROM (SELECT id, amount FROM orders ORDER BY id LIMIT 3) t WHERE amount > 20 ORDER BY id`,
    `SELECT id, amount FROM orders WHERE id <= 3 AND amount > 20 ORDER BY id`,
  ],
  [
    `SELECT SUM(total) FROM (SELECT total, id FROM orders ORDER BY id LIMIT 3) t`,
    `SELECT sum(amount)::DOUBLE FROM orders WHERE id <= 3`,
  ],
  [
    `SELECT * FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY id) rn FROM orders) t WHERE rn <= 3 AND id > 1 ORDER BY id`,
    `SELECT id, id FROM orders WHERE id IN (2, 3)`,
  ],
  [
    `SELECT id, LAG(amount) OVER (ORDER BY id) l FROM orders ORDER BY id`,
    `SELECT id, (lag(amount) OVER (ORDER BY id))::DOUBLE FROM orders ORDER BY id`,
  ],
  [
    `SELECT status, c FROM (SELECT status, COUNT(*) c FROM orders GROUP BY 1) t WHERE c > 1 AND status = 'new'`,
    `SELECT 'new', 2`,
  ],
  [
    `SELECT status, c FROM (SELECT status, COUNT(*) c FROM orders GROUP BY status HAVING COUNT(*) > 1) t ORDER BY c DESC, status LIMIT 1`,
    `SELECT status, count(*) FROM orders GROUP BY 1 HAVING count(*) > 1 ORDER BY 2 DESC, 1 NULLS LAST LIMIT 1`,
  ],
  [
    `SELECT COUNT(*) FROM orders WHERE status NOT IN ('new')`,
    `SELECT count(*) FROM orders WHERE status NOT IN ('new')`,
  ],
  [`SELECT COUNT(*) FROM orders WHERE NOT (status IN ('new', NULL))`, `SELECT 0`],
  [`SELECT COUNT(*) FROM orders WHERE status IN ('new', NULL)`, `SELECT 2`],
  [`SELECT COUNT(*) FROM orders WHERE status = NULL`, `SELECT 0`],
  [`SELECT COUNT(*) FROM orders WHERE NOT status = 'new'`, `SELECT count(*) FROM orders WHERE NOT status = 'new'`],
  [`SELECT COUNT(*) FROM orders WHERE NOT is_paid`, `SELECT 2`],
  [`SELECT COUNT(*) FROM orders WHERE is_paid IS NOT TRUE`, `SELECT count(*) FROM orders WHERE is_paid IS NOT TRUE`],
  [`SELECT COUNT(*) FROM orders WHERE is_paid <> TRUE`, `SELECT 2`],
  [`SELECT COUNT(*) FROM orders WHERE is_paid IS UNKNOWN`, `SELECT 2`],
  [
    `SELECT COUNT(*) FROM orders WHERE status IS DISTINCT FROM 'new'`,
    `SELECT count(*) FROM orders WHERE status IS DISTINCT FROM 'new'`,
  ],
  [`SELECT COUNT(*) FROM orders WHERE status IS NOT DISTINCT FROM NULL`, `SELECT 2`],
  [`SELECT COUNT(*) FROM orders WHERE amount = 10.5`, `SELECT 1`],
  [`SELECT COUNT(*) FROM orders WHERE amount <> 10.5`, `SELECT count(*) FROM orders WHERE amount <> 10.5`],
  [`SELECT COUNT(*) FROM orders WHERE amount BETWEEN 10 AND 30`, `SELECT 3`],
  [
    `SELECT COUNT(*) FROM orders WHERE amount NOT BETWEEN 10 AND 30`,
    `SELECT count(*) FROM orders WHERE amount NOT BETWEEN 10 AND 30`,
  ],
  [`SELECT COUNT(*) FROM orders WHERE amount = '10.5'`, `SELECT 1`],
  [`SELECT COUNT(*) FROM orders WHERE amount > -5`, `SELECT count(*) FROM orders WHERE amount > -5`],
  [`SELECT COUNT(*) FROM orders WHERE status LIKE '100\\%\\_a'`, `SELECT 1`],
  [`SELECT COUNT(*) FROM orders WHERE status LIKE '%''%'`, `SELECT 1`],
  [`SELECT COUNT(*) FROM orders WHERE status NOT LIKE 'n%'`, `SELECT count(*) FROM orders WHERE status NOT LIKE 'n%'`],
  [`SELECT COUNT(*) FROM orders WHERE status LIKE '100!%%' ESCAPE '!'`, `SELECT 1`],
  [`SELECT COUNT(*) FROM orders WHERE status ~ '^n'`, `SELECT 2`],
])('SQL over the tables gives the same rows: %s', async (text, sql) => {
  expect(await ask(text)).toEqual(await truth(sql));
});
