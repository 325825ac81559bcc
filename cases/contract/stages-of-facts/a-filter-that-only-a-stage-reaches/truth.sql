WITH o AS (SELECT c.name, sum(o.amount) AS total FROM orders o LEFT JOIN customers c ON c.id = o.customer_id
           WHERE o.status = 'done' GROUP BY 1),
r AS (SELECT c.name, sum(r.amount) AS total FROM refunds r LEFT JOIN customers c ON c.id = r.customer_id GROUP BY 1)
SELECT coalesce(o.name, r.name), r.total, o.total FROM o FULL JOIN r ON o.name IS NOT DISTINCT FROM r.name
ORDER BY 1 NULLS LAST
