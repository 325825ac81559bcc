SELECT COUNT(*) FROM orders AS o LEFT JOIN customers AS c ON c.id = o.customer_id WHERE c.city = 'Austin'
