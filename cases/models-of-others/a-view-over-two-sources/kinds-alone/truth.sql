WITH sales AS (
  SELECT 'shop' AS origin, product AS kind, qty * price AS full_price, qty * price / 2.0 AS reduced FROM items
  UNION ALL SELECT 'desk', status, amount, amount / 4.0 FROM orders
)
SELECT DISTINCT kind FROM sales ORDER BY 1 NULLS LAST
