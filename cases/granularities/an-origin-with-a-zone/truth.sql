-- Nine in the morning on the clocks of UTC is four in the morning five hours west.
SELECT CASE WHEN EXTRACT(hour FROM taken_at) < 9 THEN date_trunc('day', taken_at) - INTERVAL 15 HOUR
            ELSE date_trunc('day', taken_at) + INTERVAL 9 HOUR END AS bucket, SUM(weight)
FROM moments GROUP BY 1 ORDER BY 1 NULLS LAST
