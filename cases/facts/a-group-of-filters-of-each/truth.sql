SELECT name, ordered, refunded
FROM (SELECT customer_id, sum(amount) AS ordered FROM orders WHERE status = 'done' GROUP BY 1) AS o
FULL JOIN (SELECT customer_id, sum(amount) AS refunded FROM refunds WHERE created_at >= '2024-02-02' GROUP BY 1) AS r USING (customer_id)
LEFT JOIN customers ON id = customer_id
