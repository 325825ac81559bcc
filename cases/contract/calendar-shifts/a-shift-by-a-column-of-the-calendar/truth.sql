WITH calendar (day, starts, month_ago, twin) AS (VALUES
  (DATE '2024-01-01', TIMESTAMP '2023-12-15', DATE '2023-12-04', DATE '2024-02-03'),
  (DATE '2024-01-15', TIMESTAMP '2024-01-15', DATE '2024-01-01', DATE '2024-01-01'),
  (DATE '2024-02-03', TIMESTAMP '2024-01-15', DATE '2024-01-01', DATE '2024-01-15'),
  (DATE '2024-02-10', TIMESTAMP '2024-01-15', DATE '2024-01-15', DATE '2024-02-10'),
  (DATE '2024-02-29', TIMESTAMP '2024-02-15', DATE '2024-02-03', DATE '2024-02-10')) SELECT coalesce(p.starts, s.starts), p.total, s.total FROM (SELECT c.starts, sum(o.amount) AS total FROM orders AS o LEFT JOIN calendar AS c ON CAST(o.created_at AS DATE) = c.day GROUP BY 1) AS p FULL JOIN (SELECT starts, sum(amount) AS total FROM (
    SELECT DISTINCT c.starts, o.id, o.amount FROM calendar AS c JOIN orders AS o ON CAST(o.created_at AS DATE) = c.month_ago) AS rows_of_bucket GROUP BY 1) AS s ON p.starts = s.starts ORDER BY 1 NULLS LAST
