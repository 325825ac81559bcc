WITH february AS (SELECT customer_id, SUM(amount) AS spent FROM orders WHERE created_at >= '2024-02-01' AND created_at < '2024-03-01' GROUP BY 1)
SELECT f.spent, TIMESTAMP '2024-02-01',
  SUM(CASE WHEN o.created_at >= '2024-02-01' THEN o.amount END), SUM(o.amount)
FROM orders o LEFT JOIN february f ON f.customer_id = o.customer_id
WHERE o.created_at >= '2024-01-01' AND o.created_at < '2024-03-01'
GROUP BY 1, 2 ORDER BY 2, 1
