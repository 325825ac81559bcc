WITH near AS (SELECT bucket, category, amount FROM (SELECT unnest(generate_series(TIMESTAMP '2024-01-01', TIMESTAMP '2024-07-01', INTERVAL 1 MONTH))) AS buckets (bucket) LEFT JOIN receipts ON date_diff('month', paid_at, bucket) BETWEEN 0 AND 2)
SELECT category, bucket, SUM(amount) FROM near GROUP BY 1, 2 ORDER BY bucket, category NULLS LAST
