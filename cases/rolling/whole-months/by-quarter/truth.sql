SELECT bucket,
  (SELECT SUM(amount) FROM receipts WHERE date_trunc('quarter', paid_at) = bucket),
  (SELECT SUM(amount) FROM receipts WHERE date_trunc('quarter', paid_at) = bucket),
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', paid_at, bucket) BETWEEN -3 AND -1)
FROM (SELECT unnest(generate_series(TIMESTAMP '2023-10-01', TIMESTAMP '2024-07-01', INTERVAL 3 MONTH))) AS buckets (bucket) ORDER BY 1
