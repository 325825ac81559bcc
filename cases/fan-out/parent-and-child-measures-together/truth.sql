SELECT status, sum(amount), (SELECT sum(qty) FROM items WHERE order_id IN (SELECT id FROM orders WHERE status = o.status)) FROM orders AS o GROUP BY status ORDER BY 2 DESC
