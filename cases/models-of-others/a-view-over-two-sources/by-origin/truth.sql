WITH sales AS (
  SELECT 'shop' AS origin, product AS kind, qty * price AS full_price, qty * price / 2.0 AS reduced FROM items
  UNION ALL SELECT 'desk', status, amount, amount / 4.0 FROM orders
)
SELECT origin, COUNT(*) AS n FROM sales GROUP BY 1 ORDER BY 1
