SELECT count(*) FROM orders LEFT JOIN customers ON customers.id = customer_id WHERE name = 'Ana' AND status IN ('done', 'open')
