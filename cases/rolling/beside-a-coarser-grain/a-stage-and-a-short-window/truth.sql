-- Rows of January are of its categories, and of books for the last seven days; nothing but books was sold then.
WITH months AS (SELECT * FROM (VALUES (TIMESTAMP '2024-01-01', TIMESTAMP '2024-02-01'), (TIMESTAMP '2024-02-01', TIMESTAMP '2024-03-01')) AS m (bucket, behind)),
  sold AS (SELECT DISTINCT bucket, category FROM months JOIN receipts ON paid_at >= bucket AND paid_at < behind)
SELECT category, bucket,
  (SELECT SUM(amount) FROM receipts AS r WHERE r.paid_at >= bucket AND r.paid_at < behind),
  (SELECT SUM(amount) FROM receipts AS r WHERE r.paid_at >= behind - INTERVAL 7 DAY AND r.paid_at < behind AND r.category = sold.category)
FROM sold JOIN months USING (bucket) ORDER BY bucket, category
