WITH sales AS (
  SELECT 'shop' AS origin, product AS kind, qty * price AS full_price, qty * price / 2.0 AS reduced FROM items
  UNION ALL SELECT 'desk', status, amount, amount / 4.0 FROM orders
)
SELECT 'done' AS kind, SUM(reduced) AS price FROM sales WHERE kind = 'done'
UNION ALL SELECT 'pen', SUM(full_price) FROM sales WHERE kind = 'pen' ORDER BY 1
