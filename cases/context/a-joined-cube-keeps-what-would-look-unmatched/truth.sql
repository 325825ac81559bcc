SELECT COUNT(*), 100 FROM orders AS o LEFT JOIN customers AS c ON c.id = o.customer_id WHERE c.city IS DISTINCT FROM 'Austin'
