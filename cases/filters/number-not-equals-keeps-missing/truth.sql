SELECT id FROM orders WHERE id IN (5, 6, 7) ORDER BY id
