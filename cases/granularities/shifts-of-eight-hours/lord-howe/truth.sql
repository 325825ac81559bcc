WITH local AS (
  SELECT timezone('Australia/Lord_Howe', timezone('UTC', taken_at)) AS shown, weight FROM moments
), starts AS (SELECT unnest(generate_series(TIMESTAMP '2023-12-01 06:00', TIMESTAMP '2024-12-31', INTERVAL '8 hours')) AS start)
SELECT (SELECT MAX(start) FROM starts WHERE start <= shown) AS bucket, SUM(weight) FROM local GROUP BY 1 ORDER BY 1 NULLS LAST
