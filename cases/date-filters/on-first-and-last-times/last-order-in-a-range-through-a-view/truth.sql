SELECT i.product, COUNT(DISTINCT o.id)
FROM orders o LEFT JOIN items i ON i.order_id = o.id
GROUP BY i.product
HAVING MAX(o.created_at) >= '2024-02-03 05:00' AND MAX(o.created_at) < '2024-02-11 05:00'
