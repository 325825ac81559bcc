WITH months AS (SELECT unnest([TIMESTAMP '2024-01-01', TIMESTAMP '2024-02-01', TIMESTAMP '2024-03-01']) AS month)
SELECT product, month, SUM(amount), COUNT(DISTINCT id) FROM months
JOIN (SELECT DISTINCT product, orders.id, amount, created_at FROM orders LEFT JOIN items ON orders.id = order_id) AS t
  ON created_at < month + INTERVAL 1 MONTH
GROUP BY 1, 2 ORDER BY 2, 1 NULLS LAST
