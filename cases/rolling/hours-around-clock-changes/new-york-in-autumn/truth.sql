WITH local AS (SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown, weight FROM moments), hours AS (SELECT unnest(generate_series(TIMESTAMP '2024-11-02', TIMESTAMP '2024-11-05 23:00', INTERVAL 1 HOUR)) AS hour)
SELECT hour, (SELECT SUM(weight) FROM local WHERE date_trunc('hour', shown) BETWEEN hour - INTERVAL 2 HOUR AND hour)
FROM hours ORDER BY 1
