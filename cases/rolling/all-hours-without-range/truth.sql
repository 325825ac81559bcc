WITH local AS (SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown, weight FROM moments), ends AS (SELECT date_trunc('hour', MIN(shown)) AS first, date_trunc('hour', MAX(shown)) AS last FROM local),
hours AS (SELECT unnest(generate_series(first, last, INTERVAL 1 HOUR)) AS hour FROM ends)
SELECT hour, SUM(weight) FROM hours LEFT JOIN local ON date_trunc('hour', shown) BETWEEN hour - INTERVAL 2 HOUR AND hour GROUP BY 1 ORDER BY 1
