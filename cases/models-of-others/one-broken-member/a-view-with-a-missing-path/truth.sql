SELECT c.name, o.status, count(*) AS n, sum(o.amount) AS total FROM orders AS o LEFT JOIN customers AS c ON c.id = o.customer_id GROUP BY c.name, o.status ORDER BY n DESC, 1 NULLS LAST, 2
