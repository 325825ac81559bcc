SELECT id FROM orders WHERE id IN (1, 2, 6, 7) ORDER BY id
