WITH local AS (
  SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown, weight FROM moments
), starts AS (SELECT TIMESTAMP '2024-01-01' + to_months(CAST(n AS INTEGER)) + to_days(CAST(10 * n AS INTEGER)) AS start FROM range(-14, 14) AS t (n))
SELECT (SELECT MAX(start) FROM starts WHERE start <= shown) AS bucket, SUM(weight) FROM local GROUP BY 1 ORDER BY 1 NULLS LAST
