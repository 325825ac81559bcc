SELECT name, CASE WHEN TRUE THEN 0 END, COUNT(*) FROM orders LEFT JOIN customers ON customer_id = customers.id GROUP BY name ORDER BY 3 DESC, 1 NULLS LAST
