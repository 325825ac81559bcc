SELECT (SELECT city FROM customers WHERE id = customer_id) AS city, sum(amount) FROM orders GROUP BY 1 ORDER BY 1 NULLS LAST
