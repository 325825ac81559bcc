WITH months AS (SELECT unnest([TIMESTAMP '2024-01-01', TIMESTAMP '2024-02-01', TIMESTAMP '2024-03-01', TIMESTAMP '2024-04-01']) AS month)
SELECT month,
  (SELECT SUM(amount) FROM orders WHERE created_at < month + INTERVAL 1 MONTH),
  (SELECT SUM(qty) FROM items JOIN orders ON orders.id = order_id WHERE created_at < month + INTERVAL 1 MONTH),
  (SELECT SUM(qty) FROM items JOIN orders ON orders.id = order_id WHERE created_at >= month AND created_at < month + INTERVAL 1 MONTH),
  (SELECT SUM(amount) FROM orders WHERE created_at > month + INTERVAL 1 MONTH - INTERVAL 1 MILLISECOND - INTERVAL 2 MONTH AND created_at < month + INTERVAL 1 MONTH)
FROM months ORDER BY 1
