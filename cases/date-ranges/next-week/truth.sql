SELECT id FROM visits WHERE id = 22 ORDER BY id
