WITH local AS (
  SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown FROM moments
), starts AS (SELECT unnest(generate_series(TIMESTAMP '2023-12-01 06:00', TIMESTAMP '2024-12-31', INTERVAL '8 hours')) AS start)
SELECT (SELECT MAX(start) FROM starts WHERE start <= shown) AS bucket, COUNT(*) FROM local
WHERE shown >= '2024-03-10' AND shown < '2024-03-11' GROUP BY 1 ORDER BY 1
