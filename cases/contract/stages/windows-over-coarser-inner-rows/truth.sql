WITH r AS (SELECT c.region, sum(o.amount) AS total FROM orders o LEFT JOIN customers c ON c.id = o.customer_id GROUP BY 1)
SELECT o.status, c.region, sum(o.amount), (SELECT count(*) FROM r), (SELECT sum(total) FROM r),
  (SELECT total FROM r WHERE r.region IS NOT DISTINCT FROM c.region)
FROM orders o LEFT JOIN customers c ON c.id = o.customer_id GROUP BY 1, 2 ORDER BY 1, 2 NULLS LAST
