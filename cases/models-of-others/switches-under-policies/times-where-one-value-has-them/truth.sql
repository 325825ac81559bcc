SELECT DATE_TRUNC('month', created_at) AS month, SUM(amount) AS total FROM orders
WHERE amount >= 40 AND created_at >= TIMESTAMP '2024-02-01' GROUP BY 1 ORDER BY 1
