SELECT count(*) FROM orders WHERE customer_id = 1 AND status = 'done'
