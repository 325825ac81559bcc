SELECT id, 1 FROM refunds ORDER BY id
