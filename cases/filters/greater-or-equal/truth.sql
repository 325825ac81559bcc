SELECT id FROM orders WHERE id IN (3, 4, 7) ORDER BY id
