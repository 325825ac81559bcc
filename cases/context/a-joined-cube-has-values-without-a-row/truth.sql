SELECT count(*) FROM orders WHERE coalesce(amount, 0) < 40
