-- Fiscal years begin in February, half years on the last day of December.
SELECT * FROM (VALUES
  (TIMESTAMP '2023-12-01', 1000, 1000), (TIMESTAMP '2024-01-01', 1076, 1076),
  (TIMESTAMP '2024-02-01', 100, 1176), (TIMESTAMP '2024-03-01', 100, 1176)) AS t
