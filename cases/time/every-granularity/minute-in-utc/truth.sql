SELECT date_trunc('minute', taken_at)::TIMESTAMP AS bucket, sum(weight), count(*) FROM moments GROUP BY bucket ORDER BY bucket NULLS LAST
