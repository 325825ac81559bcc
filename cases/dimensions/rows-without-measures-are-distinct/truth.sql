SELECT DISTINCT status, region FROM orders LEFT JOIN customers ON customers.id = customer_id ORDER BY 1, 2 NULLS LAST
