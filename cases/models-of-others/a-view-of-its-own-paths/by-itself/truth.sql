SELECT DISTINCT name FROM orders LEFT JOIN customers ON customers.id = customer_id ORDER BY 1 NULLS LAST
