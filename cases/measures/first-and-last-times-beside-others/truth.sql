SELECT status,
  (SELECT SUM(qty) FROM items JOIN orders AS o ON o.id = order_id WHERE o.status = orders.status),
  MIN(created_at), MAX(created_at), MAX(status)
FROM orders GROUP BY status ORDER BY status
