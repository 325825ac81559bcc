SELECT id FROM orders WHERE id IN (1, 5, 6) ORDER BY id
