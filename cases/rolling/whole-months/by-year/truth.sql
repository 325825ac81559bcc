SELECT bucket,
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', paid_at, bucket) BETWEEN -11 AND -9),
  (SELECT SUM(amount) FROM receipts WHERE year(paid_at) = year(bucket)),
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', paid_at, bucket) = -12)
FROM (SELECT unnest(generate_series(TIMESTAMP '2022-01-01', TIMESTAMP '2024-01-01', INTERVAL 1 YEAR))) AS buckets (bucket) ORDER BY 1
