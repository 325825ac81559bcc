SELECT (SELECT name FROM customers WHERE id = customer_id) || '/' || status AS label, count(*) FROM orders GROUP BY 1 ORDER BY 2 DESC, 1 NULLS LAST
