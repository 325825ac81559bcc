SELECT name, (SELECT sum(amount) FROM orders WHERE customer_id = c.id), (SELECT sum(amount) FROM refunds WHERE customer_id = c.id) FROM customers AS c ORDER BY name
