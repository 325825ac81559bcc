SELECT name || '/' || status, CASE WHEN status = 'done' THEN name || '/' || status ELSE 'other' END, count(*)
FROM orders LEFT JOIN customers ON customers.id = customer_id GROUP BY ALL
