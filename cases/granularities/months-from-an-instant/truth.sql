-- On the clocks of UTC the origin is three in the morning of 1 February.
SELECT date_trunc('month', taken_at - INTERVAL 3 HOUR) + INTERVAL 3 HOUR AS bucket, SUM(weight)
FROM moments GROUP BY 1 ORDER BY 1 NULLS LAST
