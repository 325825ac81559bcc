CREATE TABLE refunds AS
SELECT
  row_number() OVER (ORDER BY created_at, order_id) AS id,
  *
FROM (
  SELECT
    id AS order_id,
    customer_id,
    store_id,
    round(total * pick([1.0, 1.0, 0.5, 0.25], chance(id, 72)), 2)::DECIMAL(12, 2) AS amount,
    CASE WHEN chance(id, 73) < 0.15 THEN NULL
         ELSE pick(['damaged', 'wrong size', 'changed mind', 'changed mind', 'late delivery', 'not as described'], chance(id, 74)) END AS reason,
    completed_at + to_seconds(86400 + floor(2000000 * chance(id, 71))::BIGINT) AS created_at
  FROM orders
  WHERE status = 'completed' AND chance(id, 70) < CASE WHEN store_id = 100 THEN 0.11 ELSE 0.04 END
)
WHERE created_at < getvariable('today')
ORDER BY id;
