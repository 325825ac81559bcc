WITH sales AS (
  SELECT 'shop' AS origin, product AS kind, qty * price AS full_price, qty * price / 2.0 AS reduced FROM items
  UNION ALL SELECT 'desk', status, amount, amount / 4.0 FROM orders
)
SELECT 'full' AS tariff, kind, SUM(full_price) AS price FROM sales GROUP BY 2
UNION ALL SELECT 'reduced', kind, SUM(reduced) FROM sales GROUP BY 2 ORDER BY 2 NULLS LAST, 1
