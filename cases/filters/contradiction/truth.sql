SELECT id FROM orders WHERE false ORDER BY id
