-- A month back from the end of February is 30 January, and of April 31 March.
SELECT m, (SELECT SUM(amount) FROM orders WHERE created_at >= '2024-02-01' AND created_at >= since AND created_at < m + INTERVAL '1' MONTH),
  (SELECT SUM(amount) FROM orders WHERE created_at >= '2024-02-01' AND created_at < m + INTERVAL '1' MONTH)
FROM (VALUES (TIMESTAMP '2024-01-01', TIMESTAMP '2024-01-01'), (TIMESTAMP '2024-02-01', TIMESTAMP '2024-01-30'),
  (TIMESTAMP '2024-03-01', TIMESTAMP '2024-03-01'), (TIMESTAMP '2024-04-01', TIMESTAMP '2024-03-31')) AS t (m, since) ORDER BY m
