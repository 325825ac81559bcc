SELECT 1.0 * (SELECT COUNT(*) FROM orders WHERE customer_id IS NOT NULL) / COUNT(*),
  (SELECT COUNT(*) FROM orders WHERE customer_id IS NOT NULL) / 4.0
FROM customers
