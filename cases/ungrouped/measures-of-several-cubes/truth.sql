SELECT orders.id, product, amount, qty FROM orders LEFT JOIN items ON order_id = orders.id ORDER BY 1, 2
