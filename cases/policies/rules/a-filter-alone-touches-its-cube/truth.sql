SELECT COUNT(*) FROM orders WHERE customer_id IN (2, 3)
