SELECT CASE WHEN t.total >= 45 THEN 'high' ELSE 'low' END AS tier, t.m, sum(o.amount)
FROM orders AS o JOIN (SELECT customer_id, date_trunc('month', created_at) AS m, sum(amount) AS total FROM orders GROUP BY 1, 2) AS t
ON t.customer_id IS NOT DISTINCT FROM o.customer_id AND t.m = date_trunc('month', o.created_at)
GROUP BY 1, 2 ORDER BY 2, 1
