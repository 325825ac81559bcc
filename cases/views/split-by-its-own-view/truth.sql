SELECT name, sum(qty) FROM orders LEFT JOIN customers AS c ON c.id = customer_id LEFT JOIN items ON order_id = orders.id GROUP BY 1
