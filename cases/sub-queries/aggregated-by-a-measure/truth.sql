SELECT (SELECT count(*) FROM orders WHERE customer_id IS NOT NULL) / (SELECT count(*)::DOUBLE FROM customers)
