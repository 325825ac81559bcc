SELECT count(*) FROM (SELECT DISTINCT region, status FROM orders LEFT JOIN customers ON customers.id = customer_id)
