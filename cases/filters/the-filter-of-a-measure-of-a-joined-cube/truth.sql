SELECT sum(i.qty) FROM items i WHERE i.order_id IN (SELECT o.id FROM orders o WHERE o.customer_id IN (SELECT id FROM customers WHERE region = 'EU'))
