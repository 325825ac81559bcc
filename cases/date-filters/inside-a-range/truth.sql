SELECT id FROM orders WHERE id IN (3, 4, 5) ORDER BY id
