SELECT status, 100.0 * SUM(amount) / (SELECT SUM(amount) FROM orders WHERE customer_id IN (2, 3)), (SELECT SUM(amount) FROM orders WHERE customer_id IN (2, 3))
FROM orders WHERE customer_id IN (2, 3) GROUP BY status ORDER BY 2 DESC NULLS LAST
