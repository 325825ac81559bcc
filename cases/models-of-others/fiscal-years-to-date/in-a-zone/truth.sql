-- In New York all is sold on the evening before, the last of it in January.
SELECT * FROM (VALUES (TIMESTAMP '2024-01-30', 1076, NULL), (TIMESTAMP '2024-01-31', 1176, 1), (TIMESTAMP '2024-02-01', NULL, 1)) AS t
