SELECT name, (SELECT SUM(qty) FROM items i, orders o WHERE o.id = i.order_id AND o.customer_id = c.id) FROM customers c ORDER BY 1, 2
