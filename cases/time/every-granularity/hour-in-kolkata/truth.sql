SELECT date_trunc('hour', taken_at + INTERVAL 330 MINUTE)::TIMESTAMP AS bucket, sum(weight) FROM moments GROUP BY bucket ORDER BY bucket NULLS LAST
