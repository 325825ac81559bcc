SELECT name, status, COUNT(*) AS n, SUM(amount) / CAST(COUNT(*) AS DOUBLE) AS mean,
  (SELECT SUM(amount) FROM orders o WHERE o.status = orders.status) AS whole
FROM orders LEFT JOIN customers ON customers.id = customer_id
GROUP BY 1, 2 ORDER BY 1 NULLS LAST, 2
