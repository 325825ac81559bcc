SELECT name, (SELECT sum(amount) FROM orders WHERE customer_id = c.id AND created_at >= '2024-02-01' AND created_at < '2024-03-01')
FROM customers AS c
WHERE EXISTS (SELECT 1 FROM orders WHERE customer_id = c.id AND created_at >= '2024-02-01' AND created_at < '2024-03-01')
