SELECT id FROM orders WHERE id IN (1, 4, 7) ORDER BY id
