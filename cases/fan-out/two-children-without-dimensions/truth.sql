SELECT (SELECT sum(amount) FROM orders WHERE customer_id IS NOT NULL), (SELECT sum(amount) FROM refunds), (SELECT sum(credit) FROM customers)
