SELECT count(*), sum(amount) FROM orders WHERE customer_id IN (1, 4)
