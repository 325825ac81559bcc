SELECT count(*) FROM orders LEFT JOIN customers AS c ON c.id = customer_id WHERE status = 'open' OR c.name = 'Ben'
