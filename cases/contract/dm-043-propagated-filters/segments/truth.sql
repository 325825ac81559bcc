SELECT name, (SELECT sum(amount) FROM orders WHERE customer_id = c.id AND amount >= 20)
FROM customers AS c WHERE id IN (SELECT customer_id FROM orders WHERE amount >= 20)
