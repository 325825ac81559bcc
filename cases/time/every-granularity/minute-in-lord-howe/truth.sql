SELECT date_trunc('minute', taken_at + minutes)::TIMESTAMP AS bucket, sum(weight)
FROM (SELECT *, CASE WHEN taken_at >= '2024-04-06 15:00' AND taken_at < '2024-10-05 15:30' THEN INTERVAL 630 MINUTE ELSE INTERVAL 660 MINUTE END AS minutes FROM moments)
GROUP BY bucket ORDER BY bucket NULLS LAST
