SELECT order_id, product, amount, qty FROM items JOIN orders ON orders.id = order_id UNION ALL SELECT NULL, NULL, 75, NULL ORDER BY 1 NULLS LAST, 2
