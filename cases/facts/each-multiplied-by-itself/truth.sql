SELECT name, ordered, refunded, n
FROM (SELECT customer_id, sum(amount) AS ordered FROM orders WHERE id IN (SELECT order_id FROM items WHERE product IN ('pen', 'ink')) GROUP BY 1) AS o
FULL JOIN (SELECT customer_id, sum(amount) AS refunded, count(*) AS n FROM refunds GROUP BY 1) AS r USING (customer_id)
LEFT JOIN customers ON id = customer_id
