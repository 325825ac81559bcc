SELECT 'US', (SELECT SUM(amount) FROM orders WHERE customer_id IN (2, 3)), (SELECT SUM(amount) FROM refunds WHERE customer_id IN (2, 3))
