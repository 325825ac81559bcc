SELECT sum(amount), count(*) FROM orders WHERE id IN (SELECT order_id FROM items WHERE product <> 'pen') OR id NOT IN (SELECT order_id FROM items)
