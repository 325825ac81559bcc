WITH local AS (
  SELECT timezone('UTC', timezone('UTC', taken_at)) AS shown, weight FROM moments
), starts AS (SELECT unnest(generate_series(TIMESTAMP '2023-12-01', TIMESTAMP '2024-12-31', INTERVAL '30 minutes')) AS start)
SELECT (SELECT MAX(start) FROM starts WHERE start <= shown) AS bucket, SUM(weight) FROM local GROUP BY 1 ORDER BY 1 NULLS LAST
