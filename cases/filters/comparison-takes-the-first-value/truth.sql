SELECT id FROM orders WHERE id IN (4, 7) ORDER BY id
