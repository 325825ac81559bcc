-- As the clocks of New York show them.
SELECT date_trunc('day', moment), SUM(n) FROM (VALUES (TIMESTAMP '2024-01-04 19:00', 1), (TIMESTAMP '2024-01-05 05:00', 2), (TIMESTAMP '2024-01-31 22:30:00.5', 4), (TIMESTAMP '2024-02-01 00:00', 8), (NULL, 16)) AS shown (moment, n) GROUP BY 1 ORDER BY 1 NULLS LAST
