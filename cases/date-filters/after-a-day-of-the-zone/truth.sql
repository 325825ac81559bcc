SELECT id FROM orders WHERE id = 7 ORDER BY id
