-- Every customer stays: what is not to be seen is inside.
SELECT name, (SELECT SUM(amount) FROM orders WHERE customer_id = c.id AND status = 'done'), (SELECT COUNT(*) FROM orders WHERE customer_id = c.id AND status = 'done')
FROM customers c ORDER BY name
