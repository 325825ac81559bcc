SELECT region, (SELECT SUM(amount) FROM orders WHERE status = 'done' AND customer_id IN (SELECT id FROM customers c WHERE c.region = r.region)),
  (SELECT SUM(amount) FROM refunds WHERE customer_id IN (SELECT id FROM customers c WHERE c.region = r.region))
FROM (SELECT DISTINCT region FROM customers) r
UNION ALL SELECT NULL, (SELECT SUM(amount) FROM orders WHERE customer_id IS NULL AND status = 'done'), NULL
ORDER BY 1 NULLS LAST
