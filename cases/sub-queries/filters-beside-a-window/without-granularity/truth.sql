WITH february AS (SELECT customer_id, SUM(amount) AS spent FROM orders WHERE created_at >= '2024-02-01' AND created_at < '2024-03-01' GROUP BY 1)
SELECT f.spent, SUM(o.amount)
FROM orders o LEFT JOIN february f ON f.customer_id = o.customer_id
WHERE o.created_at < '2024-03-01' GROUP BY 1 ORDER BY 2 DESC
