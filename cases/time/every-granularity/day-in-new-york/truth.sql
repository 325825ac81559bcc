SELECT date_trunc('day', taken_at + hours)::TIMESTAMP AS bucket, sum(weight), count(*)
FROM (SELECT *, CASE WHEN taken_at >= '2024-03-10 07:00' AND taken_at < '2024-11-03 06:00' THEN INTERVAL (-4) HOUR ELSE INTERVAL (-5) HOUR END AS hours FROM moments)
GROUP BY bucket ORDER BY bucket NULLS LAST
