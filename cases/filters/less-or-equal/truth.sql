SELECT id FROM orders WHERE id IN (1, 5) ORDER BY id
