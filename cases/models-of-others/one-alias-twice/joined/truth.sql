SELECT o.status, c.name, sum(o.amount) AS total FROM orders AS o LEFT JOIN customers AS c ON c.id = o.customer_id GROUP BY o.status, c.name ORDER BY total DESC NULLS LAST, 1, 2
