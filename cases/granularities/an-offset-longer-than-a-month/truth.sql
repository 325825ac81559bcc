WITH local AS (
  SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown, weight FROM moments
), starts AS (SELECT start + INTERVAL 40 DAY AS start FROM (SELECT unnest(generate_series(TIMESTAMP '2023-01-01', TIMESTAMP '2025-12-31', INTERVAL '3 months')) AS start))
SELECT (SELECT MAX(start) FROM starts WHERE start <= shown) AS bucket, SUM(weight) FROM local GROUP BY 1 ORDER BY 1 NULLS LAST
