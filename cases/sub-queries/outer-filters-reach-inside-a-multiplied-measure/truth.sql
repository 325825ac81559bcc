SELECT sum(amount) FROM orders WHERE status = 'done' AND customer_id IS NOT NULL
