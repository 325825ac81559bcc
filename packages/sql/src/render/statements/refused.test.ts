import { expect, test } from 'vitest';
import { useStatements } from '../statement-for-test.ts';
import { model, setup } from './shop-for-test.ts';

/** The key of users is no column of theirs. */
const key = '- { name: id, sql: id, type: number, primary_key: true, public: true }\n      - { name: city';
const { render } = useStatements(model.replace(key, key.replace(', public: true', '')), setup);

test.each([
  [
    `SELECT DISTINCT ON (status) status, id FROM orders WHERE status IS NOT NULL ORDER BY id, status DESC`,
    `SELECT DISTINCT ON expressions must match initial ORDER BY expressions`,
  ],
  [
    `SELECT o.id, t.k FROM orders o LEFT JOIN (SELECT *, 1 AS k FROM users) t ON o.__cubeJoinField = t.__cubeJoinField ORDER BY 1`,
    `is computed on the right side of a LEFT JOIN`,
  ],
  [
    `SELECT o.id, t.c FROM orders o LEFT JOIN (SELECT COALESCE(city, 'none') c, __cubeJoinField FROM users) t ON o.__cubeJoinField = t.__cubeJoinField ORDER BY 1`,
    `is computed on the right side of a LEFT JOIN`,
  ],
  [`SELECT status, MEASURE(count) FROM orders`, `Projection references non-aggregate values`],
  [`SELECT MEASURE(status) FROM orders`, `was used with the aggregate function`],
  [`SELECT COUNT(total) FROM orders`, `Measure aggregation type doesn't match`],
  [`SELECT secret_total FROM orders`, `secret_total`],
  [`SELECT secret FROM orders`, `secret`],
  [`SELECT id FROM orders WHERE secret = 'new'`, `secret`],
  [`SELECT amount AS status, COUNT(*) FROM orders GROUP BY status ORDER BY 2, 1`, `amount`],
  [
    `SELECT u.city, (SELECT MEASURE(o.per_order) FROM orders o WHERE o.status <= u.city) m FROM users u ORDER BY 1`,
    `cannot be computed from the rows`,
  ],
  [`SELECT SUM(per_order * 2) FROM orders`, `takes the measure`],
  [`SELECT GROUPING(id) FROM orders GROUP BY ROLLUP(status)`, `Projection references non-aggregate values`],
  [`SELECT status || people, SUM(total) FROM orders GROUP BY 1`, `reads a measure and a column of rows`],
  [
    `SELECT o.status, COUNT(*) FROM orders o, users u WHERE o.__cubeJoinField <> u.__cubeJoinField AND u.city = 'Rome' GROUP BY 1 ORDER BY 1`,
    `condition of a join only`,
  ],
  [`SELECT status, SUM(total) FROM orders WHERE total > 20 GROUP BY 1 ORDER BY 1`, `WHERE tests the measure`],
  [`SELECT STRING_AGG(product, ',') FROM items WHERE quantity IS NOT NULL`, `WHERE tests the measure`],
])('a refusal names the reason: %s', (text, message) => {
  expect(() => render(text)).toThrow(message);
});
