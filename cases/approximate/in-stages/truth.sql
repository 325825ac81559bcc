WITH per AS (SELECT status, customer_id, count(*) AS n FROM orders GROUP BY 1, 2)
SELECT status, count(customer_id), (SELECT count(DISTINCT customer_id) FROM orders), count(DISTINCT n) FROM per GROUP BY status ORDER BY status
