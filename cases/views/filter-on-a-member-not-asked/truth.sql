SELECT sum(qty) FROM items WHERE order_id IN (SELECT id FROM orders WHERE customer_id IN (2, 3))
