SELECT (SELECT name FROM customers WHERE id = customer_id) AS name, sum(qty) FROM orders LEFT JOIN items ON order_id = orders.id GROUP BY 1 ORDER BY 1 NULLS LAST
