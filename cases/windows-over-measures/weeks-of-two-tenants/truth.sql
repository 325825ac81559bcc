-- The week of the other tenant would leave out the first of January.
SELECT * FROM (VALUES (TIMESTAMP '2024-01-01', 10), (TIMESTAMP '2024-01-02', 30), (TIMESTAMP '2024-01-03', 30), (TIMESTAMP '2024-01-04', 35)) AS t
