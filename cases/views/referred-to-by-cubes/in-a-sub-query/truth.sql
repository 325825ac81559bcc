SELECT n, COUNT(*) FROM (SELECT (SELECT COUNT(*) FROM orders o WHERE o.customer_id = c.id) AS n FROM customers c) t
GROUP BY n ORDER BY 2 DESC, 1
