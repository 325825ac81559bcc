SELECT count(*), sum(coalesce(amount, 1000)), (SELECT count(*) FROM customers) FROM orders WHERE customer_id IS NOT NULL
