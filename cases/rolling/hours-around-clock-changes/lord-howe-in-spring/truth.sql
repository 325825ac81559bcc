WITH local AS (SELECT timezone('Australia/Lord_Howe', timezone('UTC', taken_at)) AS shown, weight FROM moments), hours AS (SELECT unnest(generate_series(TIMESTAMP '2024-10-05', TIMESTAMP '2024-10-07 23:00', INTERVAL 1 HOUR)) AS hour)
SELECT hour, (SELECT SUM(weight) FROM local WHERE date_trunc('hour', shown) BETWEEN hour - INTERVAL 2 HOUR AND hour)
FROM hours ORDER BY 1
