SELECT id FROM orders WHERE id = 4 ORDER BY id
