SELECT id FROM orders WHERE id >= 6 ORDER BY id
