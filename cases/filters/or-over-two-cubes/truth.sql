SELECT id FROM orders WHERE id IN (1, 2, 3, 4) ORDER BY id
