-- Midnight in London is seven in the evening of the day before in New York; in summer the clocks there show seven as well.
WITH local AS (SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown, weight FROM moments)
SELECT TIMESTAMP '2024-01-02 19:00' + INTERVAL 14 DAY * CAST(floor(epoch(shown - TIMESTAMP '2024-01-02 19:00') / (14 * 86400)) AS INTEGER) AS sprint, SUM(weight)
FROM local WHERE year(shown) = 2024 GROUP BY 1 ORDER BY 1
