SELECT bucket,
  (SELECT SUM(amount) FROM receipts WHERE date_trunc('quarter', paid_at) = bucket),
  (SELECT SUM(amount) FROM receipts WHERE paid_at < bucket + INTERVAL 3 MONTH)
FROM (SELECT unnest(generate_series(TIMESTAMP '2023-10-01', TIMESTAMP '2024-04-01', INTERVAL 3 MONTH))) AS buckets (bucket) ORDER BY 1
