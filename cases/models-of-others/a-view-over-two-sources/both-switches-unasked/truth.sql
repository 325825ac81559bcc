WITH sales AS (
  SELECT 'shop' AS origin, product AS kind, qty * price AS full_price, qty * price / 2.0 AS reduced FROM items
  UNION ALL SELECT 'desk', status, amount, amount / 4.0 FROM orders
)
SELECT kind, COUNT(*) AS n, SUM(full_price) + SUM(reduced) AS price FROM sales GROUP BY 1 ORDER BY 1 NULLS LAST
