SELECT status, product, sum(qty) FROM orders LEFT JOIN items ON order_id = orders.id GROUP BY ALL ORDER BY 3 DESC NULLS LAST, 1, 2 NULLS LAST
