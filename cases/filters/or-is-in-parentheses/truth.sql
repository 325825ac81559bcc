SELECT id FROM orders WHERE id IN (4, 5) ORDER BY id
