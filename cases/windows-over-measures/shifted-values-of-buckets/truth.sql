-- One value for each status and month; a bucket has a row of its own only where all windows are empty.
SELECT * FROM (VALUES
  ('done', TIMESTAMP '2024-03-01', 1, 1, 55.0), ('open', TIMESTAMP '2024-03-01', 1, 1, 30.0), ('void', TIMESTAMP '2024-03-01', 0, 1, 5.0),
  ('done', TIMESTAMP '2024-04-01', 0, 1, 70.0), ('open', TIMESTAMP '2024-04-01', 0, 1, NULL),
  (NULL, TIMESTAMP '2024-05-01', 0, 0, NULL)) AS t
