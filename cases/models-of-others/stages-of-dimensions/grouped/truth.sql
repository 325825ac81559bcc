SELECT 'large!' AS mark, SUM(amount) AS total, COUNT(*) AS orders
FROM orders
WHERE (SELECT SUM(o.amount) FROM orders o WHERE o.customer_id IS NOT DISTINCT FROM orders.customer_id) >= 60
UNION ALL
SELECT 'small!', SUM(amount), COUNT(*)
FROM orders
WHERE COALESCE((SELECT SUM(o.amount) FROM orders o WHERE o.customer_id IS NOT DISTINCT FROM orders.customer_id), 0) < 60
ORDER BY 1
