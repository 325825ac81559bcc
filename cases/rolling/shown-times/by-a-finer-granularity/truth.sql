SELECT bucket,
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', paid_at, bucket) BETWEEN 0 AND 2)
FROM (SELECT unnest(generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2024-03-01', INTERVAL 1 MONTH))) AS buckets (bucket) ORDER BY 1
