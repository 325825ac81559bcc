SELECT size, SUM(n) FROM (SELECT CASE WHEN SUM(amount) >= 45 THEN 'large' ELSE 'small' END AS size, COUNT(*) AS n FROM orders WHERE status = 'done' GROUP BY customer_id)
GROUP BY size ORDER BY size
