SELECT name, COUNT(*), 4 FROM orders AS o, customers AS c WHERE c.id = o.customer_id AND status = 'done' GROUP BY name
