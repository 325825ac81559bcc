-- January is not to be seen, not even one month later.
SELECT month, SUM(amount), SUM(before) FROM (
  SELECT DATE_TRUNC('month', created_at) AS month, amount, NULL AS before FROM orders WHERE created_at >= '2024-02-01'
  UNION ALL SELECT DATE_TRUNC('month', created_at + INTERVAL '1' MONTH), NULL, amount FROM orders WHERE created_at >= '2024-02-01'
) WHERE month < '2024-05-01' GROUP BY month ORDER BY month
