SELECT id, customer_id, amount FROM orders ORDER BY id
