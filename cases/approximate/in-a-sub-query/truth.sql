SELECT n, sum(n) FROM (SELECT (SELECT count(DISTINCT status) FROM orders o WHERE o.customer_id = c.id) AS n FROM customers c) GROUP BY n ORDER BY n
