SELECT m, (SELECT SUM(amount) FROM orders WHERE date_trunc('month', created_at) = m),
  (SELECT SUM(amount) FROM orders WHERE date_trunc('month', created_at) = m - INTERVAL 1 MONTH)
FROM (VALUES (TIMESTAMP '2024-02-01'), (TIMESTAMP '2024-03-01')) AS t (m) ORDER BY m
