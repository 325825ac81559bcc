WITH months AS (SELECT unnest([TIMESTAMP '2024-01-01', TIMESTAMP '2024-02-01', TIMESTAMP '2024-03-01']) AS month)
SELECT status, month, SUM(qty) FROM months JOIN orders ON created_at < month + INTERVAL 1 MONTH LEFT JOIN items ON orders.id = order_id
GROUP BY 1, 2 ORDER BY 2, 1 NULLS LAST
