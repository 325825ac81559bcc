-- By state and month: January done 30; February done 40, open 30, void 5; March done 70, open nothing.
SELECT * FROM (VALUES (TIMESTAMP '2024-01-01', 1, 30.0), (TIMESTAMP '2024-02-01', 3, 52.5), (TIMESTAMP '2024-03-01', 4, 72.5)) AS t
