SELECT bucket,
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', timezone('America/New_York', timezone('UTC', paid_at)), bucket) BETWEEN 0 AND 2),
  (SELECT SUM(amount) FROM receipts WHERE date_diff('month', timezone('America/New_York', timezone('UTC', paid_at)), bucket) = 0 AND timezone('America/New_York', timezone('UTC', paid_at)) >= TIMESTAMP '2023-12-15')
FROM (SELECT unnest(generate_series(TIMESTAMP '2023-12-01', TIMESTAMP '2024-08-01', INTERVAL 1 MONTH))) AS buckets (bucket) ORDER BY 1
