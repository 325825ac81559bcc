SELECT name, (SELECT SUM(amount) FROM orders WHERE customer_id = c.id AND status = 'done') FROM customers c WHERE name <> 'Ben' ORDER BY name
