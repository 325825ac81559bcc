-- Each part has its rows: the categories of the month, those of the window, and one without where the window is empty.
WITH months AS (SELECT bucket, bucket + INTERVAL 1 MONTH AS behind FROM (SELECT unnest(generate_series(TIMESTAMP '2024-03-01', TIMESTAMP '2024-07-01', INTERVAL 1 MONTH)) AS bucket)),
  sold AS (
    SELECT bucket, behind, category FROM months JOIN receipts ON paid_at >= bucket AND paid_at < behind
    UNION SELECT bucket, behind, category FROM months LEFT JOIN receipts ON paid_at >= behind - INTERVAL 7 DAY AND paid_at < behind
  )
SELECT category, bucket,
  (SELECT SUM(amount) FROM receipts AS r WHERE r.paid_at >= bucket AND r.paid_at < behind),
  (SELECT SUM(amount) FROM receipts AS r WHERE r.paid_at >= behind - INTERVAL 7 DAY AND r.paid_at < behind AND r.category IS NOT DISTINCT FROM sold.category)
FROM sold ORDER BY bucket, category NULLS LAST
