SELECT status, (SELECT sum(credit) FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE status = s.status)) FROM (VALUES ('done'), ('open'), ('void')) AS s(status) ORDER BY 2 DESC
