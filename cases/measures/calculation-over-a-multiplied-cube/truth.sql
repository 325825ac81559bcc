SELECT status, sum(amount)::DOUBLE / (SELECT sum(credit) FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE status = o.status)) FROM orders AS o GROUP BY status ORDER BY 1
