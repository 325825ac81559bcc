SELECT (SELECT region FROM customers WHERE id = customer_id) AS region, count(*), sum(amount) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST
