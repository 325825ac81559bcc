WITH o AS (SELECT c.name, sum(o.amount) AS total FROM orders o LEFT JOIN customers c ON c.id = o.customer_id
           WHERE o.status = 'done' GROUP BY 1)
SELECT o.name, (SELECT sum(amount) FROM refunds), o.total FROM o ORDER BY 1 NULLS LAST
