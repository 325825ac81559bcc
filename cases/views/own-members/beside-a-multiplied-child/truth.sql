SELECT product, (SELECT sum(amount) FROM orders WHERE id IN (SELECT order_id FROM items WHERE product = p.product))::DOUBLE / sum(qty) FROM items AS p GROUP BY 1
