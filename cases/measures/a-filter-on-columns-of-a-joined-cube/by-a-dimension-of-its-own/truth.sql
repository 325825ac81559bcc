SELECT i.product, SUM(i.qty),
  SUM((SELECT i.qty FROM orders o WHERE o.id = i.order_id AND o.created_at < '2024-02-01')),
  SUM((SELECT COUNT(*) FROM orders o WHERE o.id = i.order_id AND o.amount >= 20 AND o.customer_id = 1))
FROM items i GROUP BY i.product ORDER BY 2 DESC, 1
