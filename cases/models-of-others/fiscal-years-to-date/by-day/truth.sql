-- Midnight lies in the shift that began at six in the evening before.
SELECT * FROM (VALUES
  (TIMESTAMP '2024-01-01', 1, 1010, 10), (TIMESTAMP '2024-01-02', 2, 1030, 20), (TIMESTAMP '2024-01-03', 2, 1030, NULL),
  (TIMESTAMP '2024-01-04', 1, 1035, 5), (TIMESTAMP '2024-01-05', 1, 1035, NULL)) AS t
