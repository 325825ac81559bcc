WITH local AS (SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown, weight FROM moments), months AS (SELECT unnest(generate_series(TIMESTAMP '2023-12-01', TIMESTAMP '2024-11-01', INTERVAL 1 MONTH)) AS month)
SELECT month,
  (SELECT SUM(weight) FROM local WHERE shown < month + INTERVAL 1 MONTH),
  (SELECT SUM(weight) FROM local WHERE shown >= month),
  (SELECT SUM(weight) FROM local WHERE shown IS NOT NULL),
  (SELECT NULLIF(COUNT(*), 0) FROM local WHERE shown >= date_trunc('quarter', month) AND shown < month + INTERVAL 1 MONTH),
  (SELECT MAX(weight) FROM local WHERE shown < month + INTERVAL 1 MONTH),
  (SELECT AVG(weight) FROM local WHERE shown >= date_trunc('year', month) AND shown < month + INTERVAL 1 MONTH)
FROM months ORDER BY 1
