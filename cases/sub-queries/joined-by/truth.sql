SELECT n, count(*) FROM (SELECT (SELECT nullif(count(*), 0) FROM orders WHERE customer_id = customers.id) AS n FROM customers) GROUP BY n ORDER BY 1 NULLS LAST
