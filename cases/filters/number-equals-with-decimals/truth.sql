SELECT id FROM orders WHERE id IN (1, 2) ORDER BY id
