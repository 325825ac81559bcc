WITH months AS (SELECT unnest([TIMESTAMP '2024-02-01', TIMESTAMP '2024-03-01']) AS month),
o AS (SELECT region, amount, created_at FROM orders LEFT JOIN customers ON customers.id = customer_id)
SELECT region, month, SUM(amount), COUNT(*), NULLIF(COUNT(*) FILTER (created_at >= month), 0) FROM months JOIN o ON created_at < month + INTERVAL 1 MONTH
GROUP BY 1, 2 ORDER BY 2, 1 NULLS LAST
