SELECT product, sum(credit) FROM (SELECT DISTINCT product, customer_id FROM orders LEFT JOIN items ON order_id = orders.id) JOIN customers ON customers.id = customer_id GROUP BY 1 ORDER BY 2 DESC
