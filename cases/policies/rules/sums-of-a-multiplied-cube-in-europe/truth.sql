SELECT 'pen', 'EU', SUM(amount), SUM((SELECT credit FROM customers WHERE id = customer_id)), SUM((SELECT COUNT(*) FROM items i WHERE i.order_id = o.id AND i.product = 'pen'))
FROM orders o WHERE customer_id IN (1, 4) AND EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id AND i.product = 'pen')
