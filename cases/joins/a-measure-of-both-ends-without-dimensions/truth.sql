SELECT (SELECT sum(credit) FROM customers WHERE EXISTS (FROM orders WHERE customer_id = customers.id)), (SELECT count(*) FROM orders)
