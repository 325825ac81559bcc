SELECT product, sum(amount), avg(amount), count(*) FROM (SELECT DISTINCT product, orders.* FROM orders LEFT JOIN items ON order_id = orders.id) GROUP BY product ORDER BY 1 NULLS LAST
