-- In Berlin the last order is of April, and the first one is of the second of January.
WITH local AS (SELECT created_at + (CASE WHEN created_at >= TIMESTAMP '2024-03-31 01:00:00' THEN INTERVAL 2 HOUR ELSE INTERVAL 1 HOUR END) AS t, amount FROM orders),
days AS (SELECT date_trunc('day', t) AS d, sum(amount) AS total FROM local GROUP BY 1),
months AS (SELECT * FROM (VALUES (TIMESTAMP '2024-01-01'), (TIMESTAMP '2024-02-01'), (TIMESTAMP '2024-03-01'), (TIMESTAMP '2024-04-01')) AS t (m))
SELECT m, (SELECT sum(total) FROM days WHERE d < m + INTERVAL 1 MONTH), (SELECT avg(total) FROM days WHERE d >= m - INTERVAL 1 MONTH AND d < m + INTERVAL 1 MONTH)
FROM months ORDER BY m
