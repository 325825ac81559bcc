-- What has no time lies in no window.
SELECT * FROM (SELECT bucket,
  (SELECT SUM(amount) FROM receipts WHERE date_trunc('quarter', timezone('America/New_York', timezone('UTC', paid_at))) = bucket),
  (SELECT SUM(amount) FROM receipts WHERE timezone('America/New_York', timezone('UTC', paid_at)) < bucket + INTERVAL 3 MONTH)
FROM (SELECT unnest(generate_series(TIMESTAMP '2022-10-01', TIMESTAMP '2024-07-01', INTERVAL 3 MONTH))) AS buckets (bucket)
UNION ALL SELECT NULL, 262144, NULL) ORDER BY 1 NULLS LAST
