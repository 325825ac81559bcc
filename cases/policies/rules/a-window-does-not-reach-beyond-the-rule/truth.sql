-- A month back from the end of a month is that month.
SELECT m, (SELECT SUM(amount) FROM orders WHERE created_at >= '2024-02-01' AND created_at >= m AND created_at < m + INTERVAL '1' MONTH),
  (SELECT SUM(amount) FROM orders WHERE created_at >= '2024-02-01' AND created_at < m + INTERVAL '1' MONTH)
FROM (VALUES (TIMESTAMP '2024-01-01'), (TIMESTAMP '2024-02-01'), (TIMESTAMP '2024-03-01'), (TIMESTAMP '2024-04-01')) AS t (m) ORDER BY m
