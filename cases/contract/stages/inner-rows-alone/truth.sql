SELECT o.total FROM (SELECT DISTINCT customer_id FROM orders) AS c
CROSS JOIN LATERAL (SELECT sum(amount) AS total FROM orders WHERE customer_id IS NOT DISTINCT FROM c.customer_id) AS o
ORDER BY 1 NULLS LAST
