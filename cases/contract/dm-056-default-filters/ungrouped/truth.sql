SELECT name, status FROM orders LEFT JOIN customers AS c ON c.id = customer_id WHERE status = 'done'
