-- From customers on; the order of nobody is not there, which is the one at the end of March.
SELECT DISTINCT date_trunc('day', created_at)::TIMESTAMP
FROM customers JOIN orders ON customer_id = customers.id
WHERE name <> 'Ben' AND created_at >= '2024-03-01' AND created_at < '2024-04-01'
