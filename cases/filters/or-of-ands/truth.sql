SELECT id FROM orders WHERE id IN (1, 6) ORDER BY id
