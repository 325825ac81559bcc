SELECT sum(amount) FROM orders WHERE id IN (SELECT order_id FROM items WHERE product = 'pen')
