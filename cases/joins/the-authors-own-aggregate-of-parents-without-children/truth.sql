SELECT name, sum(coalesce(amount, 1000)) FILTER (o.id IS NOT NULL), nullif(count(o.id), 0) FROM customers LEFT JOIN orders AS o ON customer_id = customers.id GROUP BY name ORDER BY 1
