SELECT bucket,
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', paid_at, bucket) >= 0 AND year(paid_at) <> 2023)
FROM (SELECT unnest(generate_series(TIMESTAMP '2022-12-01', TIMESTAMP '2024-07-01', INTERVAL 1 MONTH))) AS buckets (bucket) ORDER BY 1
