SELECT o.status, count(DISTINCT c.city), count(DISTINCT c.id), count(DISTINCT o.customer_id), (SELECT sum(amount) FROM orders x WHERE x.customer_id IS NOT NULL AND x.status IS NOT DISTINCT FROM o.status)
FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY o.status ORDER BY o.status NULLS LAST
