SELECT id, amount, amount, amount,
  CASE WHEN customer_id IS NULL THEN 0 ELSE 1 END,
  CASE WHEN amount IS NULL THEN 0 ELSE 1 END,
  CASE WHEN status = 'open' AND customer_id IS NOT NULL THEN 1 ELSE 0 END,
  amount - 1, 2 * (amount - 1)
FROM orders ORDER BY id
