SELECT o.status, b.total, o.n FROM (SELECT status, count(*) AS n FROM orders GROUP BY 1) AS o
JOIN (SELECT status, customer_id, sum(amount) AS total FROM orders GROUP BY 1, 2) AS b ON b.status = o.status
ORDER BY 1, 2 NULLS LAST
