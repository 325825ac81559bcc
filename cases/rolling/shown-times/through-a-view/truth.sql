-- What has no time lies in no window.
SELECT * FROM (SELECT bucket,
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', paid_at, bucket) BETWEEN 0 AND 2),
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', paid_at, bucket) >= 0),
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', paid_at, bucket) = 0)
FROM (SELECT unnest(generate_series(TIMESTAMP '2022-12-01', TIMESTAMP '2024-07-01', INTERVAL 1 MONTH))) AS buckets (bucket)
UNION ALL SELECT NULL, NULL, NULL, 262144) ORDER BY 1 NULLS LAST
