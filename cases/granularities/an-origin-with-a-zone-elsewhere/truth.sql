-- The instant of the origin is half past two in the afternoon on the clocks of India, where days then begin.
WITH local AS (SELECT taken_at + INTERVAL '5 hours 30 minutes' AS shown, weight FROM moments),
starts AS (SELECT unnest(generate_series(TIMESTAMP '2023-10-15 14:30', TIMESTAMP '2025-12-31', INTERVAL '24 hours')) AS start)
SELECT (SELECT MAX(start) FROM starts WHERE start <= shown) AS bucket, SUM(weight) FROM local GROUP BY 1 ORDER BY 1 NULLS LAST
