SELECT name, ordered, refunded
FROM (SELECT customer_id, sum(amount) AS ordered FROM orders GROUP BY 1) AS o
FULL JOIN (SELECT customer_id, sum(amount) AS refunded FROM refunds GROUP BY 1) AS r USING (customer_id)
LEFT JOIN customers ON id = customer_id ORDER BY name NULLS LAST LIMIT 2
