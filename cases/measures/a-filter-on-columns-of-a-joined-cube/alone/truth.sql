SELECT SUM(qty) FROM items WHERE order_id IN (SELECT id FROM orders WHERE created_at < '2024-02-01')
