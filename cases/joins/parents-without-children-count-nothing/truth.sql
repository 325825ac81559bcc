SELECT name, (SELECT count(*) FROM orders WHERE customer_id = customers.id), (SELECT sum(amount) FROM orders WHERE customer_id = customers.id) FROM customers ORDER BY 2 DESC, 1
