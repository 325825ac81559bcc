SELECT product, sum(DISTINCT credit), count(DISTINCT orders.id) FROM orders LEFT JOIN items ON order_id = orders.id LEFT JOIN customers ON customers.id = customer_id GROUP BY 1 ORDER BY 2 DESC
