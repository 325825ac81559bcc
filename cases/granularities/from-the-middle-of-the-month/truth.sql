WITH local AS (
  SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown, weight FROM moments
), starts AS (SELECT unnest(generate_series(TIMESTAMP '2023-10-15', TIMESTAMP '2025-12-31', INTERVAL '1 month')) AS start)
SELECT (SELECT MAX(start) FROM starts WHERE start <= shown) AS bucket, SUM(weight) FROM local GROUP BY 1 ORDER BY 1 NULLS LAST
