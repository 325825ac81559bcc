SELECT DISTINCT c.name, c.city FROM orders LEFT JOIN customers AS c ON c.id = customer_id
