SELECT id, big, exact FROM numbers ORDER BY id
