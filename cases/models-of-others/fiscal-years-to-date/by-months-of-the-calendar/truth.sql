-- No retail week is known that holds the first of December.
SELECT * FROM (VALUES
  (NULL, TIMESTAMP '2023-12-01', NULL), ('N', TIMESTAMP '2024-01-01', 70), ('S', TIMESTAMP '2024-01-01', 6),
  ('N', TIMESTAMP '2024-02-01', 100)) AS t
