import { expect, test } from 'vitest';
import { useStatements } from '../statement-for-test.ts';
import { model, setup } from './shop-for-test.ts';

const { ask, truth, render } = useStatements(model, setup);

/** Conditions that filters of the JSON API say, each with a condition over the tables that is written otherwise. */
test.each([
  [`status ILIKE '%E%'`, `contains(lower(coalesce(status, '')), 'e')`],
  [`status ILIKE 'n%' OR status ILIKE '%ed'`, `status IN ('new', 'New', 'shipped')`],
  [`status NOT ILIKE 'n%'`, `status IN ('shipped', 'it''s', '100%_a')`],
  [`NOT (status ILIKE 'n%' OR status ILIKE '%ed')`, `status IN ('it''s', '100%_a')`],
  [`NOT (status ILIKE 'n%') OR status IS NULL`, `status IS NULL OR status IN ('shipped', 'it''s', '100%_a')`],
  [`status ILIKE '%\\%\\_%'`, `id = 8`],
  [`status IS DISTINCT FROM 'new'`, `id > 2`],
  [`status IS NOT DISTINCT FROM 'new'`, `id <= 2`],
  [`status NOT IN ('new', 'New') OR status IS NULL`, `status IS NULL OR id IN (3, 7, 8)`],
  [`NOT (status IN ('new', 'New'))`, `id IN (3, 7, 8)`],
  [`status > 'it'`, `id IN (1, 2, 3, 7)`],
  [`NOT (amount > 20)`, `amount <= 20`],
  [`amount >= 10.50`, `amount >= 10.5`],
  [`is_paid IS NOT TRUE`, `id IN (2, 4, 6, 8)`],
  [`is_paid IS UNKNOWN`, `id IN (4, 8)`],
  [`NOT is_paid`, `id IN (2, 6)`],
  [`created_at >= '2024-02-01'`, `id IN (3, 4, 6, 7)`],
  [`NOT (created_at < '2024-01-05 10:00:00' OR created_at >= '2024-02-01')`, `id IN (1, 2)`],
  [`created_at < '2024-01-05 10:00:00' OR created_at >= '2024-02-01'`, `id IN (3, 4, 5, 6, 7)`],
])('tests members by the model: %s', async (condition, sql) => {
  const text = `SELECT id FROM orders WHERE ${condition} ORDER BY 1`;
  expect(await ask(text)).toEqual(await truth(`SELECT id FROM orders WHERE ${sql} ORDER BY 1`));
  const [block] = render(text).blocks;
  expect(JSON.stringify(block?.query.filters)).not.toContain('"expression"');
});

test.each([
  [
    `SELECT status FROM orders GROUP BY 1 HAVING MEASURE(total) > 30 AND COUNT(*) = 2 ORDER BY 1`,
    `SELECT * FROM (VALUES ('new'), (NULL))`,
  ],
  [`SELECT status FROM orders GROUP BY 1 HAVING MEASURE(total) IS NULL`, `SELECT 1 WHERE FALSE`],
  [`SELECT MEASURE(count) FROM orders HAVING MEASURE(total) > 1000`, `SELECT 1 WHERE FALSE`],
  [`SELECT MEASURE(count) FROM orders HAVING MEASURE(total) > 100`, `SELECT 8`],
  [`SELECT 1 AS one FROM orders HAVING MEASURE(total) > 100`, `SELECT 1`],
  [
    `SELECT status, c FROM (SELECT status, COUNT(*) AS c FROM orders GROUP BY 1) t WHERE c > 1 ORDER BY 1`,
    `SELECT * FROM (VALUES ('new', 2), (NULL, 2))`,
  ],
])('restricts groups by measures: %s', async (text, sql) => {
  expect(await ask(text)).toEqual(await truth(sql));
  expect(render(text).blocks[0]?.query.filters).not.toEqual([]);
});

test('buckets of rows are columns of the model', async () => {
  const text = `SELECT id, DATE_TRUNC('month', created_at) AS m FROM orders WHERE id = 2`;
  expect(await ask(text)).toEqual(await truth(`SELECT 2, TIMESTAMP '2024-01-01'`));
  expect(render(text).blocks[0]?.query.dimensions).toEqual(['orders.id', 'orders.created_at.month']);
});

test('cubes that a list names are joined as the model finds best, while each is read', async () => {
  const text = `SELECT users.city, MEASURE(orders.count) AS o, MEASURE(items.count) AS i FROM users, orders, items GROUP BY 1 ORDER BY 1`;
  expect(render(text).blocks[0]?.query.joinHints).toEqual([]);
  expect(await ask(text)).toEqual(
    await truth(`
      SELECT city, count(DISTINCT o.id), count(*)
      FROM items LEFT JOIN orders o ON o.id = order_id LEFT JOIN users u ON u.id = user_id
      GROUP BY 1 ORDER BY 1 NULLS LAST`),
  );
  expect(render(`SELECT MEASURE(orders.count) AS c FROM orders, users`).blocks[0]?.query.joinHints).toEqual([
    ['orders', 'users'],
  ]);
});

test('a chain of joins is one path', () => {
  const text = `SELECT MEASURE(items.count) AS c FROM items CROSS JOIN orders CROSS JOIN users`;
  expect(render(text).blocks[0]?.query.joinHints).toEqual([['items', 'orders', 'users']]);
});
