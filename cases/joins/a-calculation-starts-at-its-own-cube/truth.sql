-- The order of nobody is not among them.
SELECT count(*) FROM orders WHERE customer_id IN (SELECT id FROM customers)
