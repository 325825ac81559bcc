SELECT product, sum(qty) FROM orders LEFT JOIN items ON order_id = orders.id GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1
