WITH weeks (day, week) AS (VALUES
  (DATE '2023-12-28', DATE '2023-12-28'), (DATE '2023-12-31', DATE '2023-12-28'), (DATE '2024-01-01', DATE '2024-01-01'),
  (DATE '2024-01-02', DATE '2024-01-01'), (DATE '2024-01-04', DATE '2024-01-04'), (DATE '2024-01-07', DATE '2024-01-04'),
  (DATE '2024-01-08', DATE '2024-01-04'), (DATE '2024-01-09', DATE '2024-01-04'), (DATE '2024-01-11', DATE '2024-01-11')
), placed AS (
  SELECT week, amount AS now, NULL AS before, NULL AS after FROM sales JOIN weeks ON weeks.day = sales.day::DATE
  UNION ALL SELECT week, NULL, amount, NULL FROM sales JOIN weeks ON weeks.day = sales.day::DATE + 7
  UNION ALL SELECT week, NULL, NULL, amount FROM sales JOIN weeks ON weeks.day = sales.day::DATE - 7
)
SELECT week::TIMESTAMP, sum(now), sum(before), sum(after) FROM placed GROUP BY 1 ORDER BY 1
