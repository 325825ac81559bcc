SELECT id FROM letters WHERE id < 9 ORDER BY id
