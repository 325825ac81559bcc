SELECT i.product, SUM(i.qty) FROM items i, orders o WHERE o.id = i.order_id AND o.created_at < '2024-02-01' GROUP BY 1 ORDER BY 2 DESC
