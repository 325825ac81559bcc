SELECT status, (SELECT sum(amount) FROM orders WHERE status = s.status)::DOUBLE / (SELECT sum(qty) FROM items WHERE order_id IN (SELECT id FROM orders WHERE status = s.status))
FROM (VALUES ('done'), ('open'), ('void')) AS s(status) ORDER BY 1
