-- Orders with items: 1, 2 of January, 3, 4 of February, 6 of March, without an amount.
SELECT * FROM (VALUES (TIMESTAMP '2024-01-01', 30, 4), (TIMESTAMP '2024-02-01', 100, 16), (TIMESTAMP '2024-03-01', 100, 18)) AS t
