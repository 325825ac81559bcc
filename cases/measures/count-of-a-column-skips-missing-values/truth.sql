SELECT (SELECT count(*) FROM orders WHERE amount IS NOT NULL), (SELECT count(*) FROM customers WHERE city IS NOT NULL AND id IN (SELECT customer_id FROM orders)), 7
