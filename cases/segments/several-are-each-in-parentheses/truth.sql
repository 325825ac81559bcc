SELECT count(*) FROM orders WHERE id IN (1, 4, 7)
