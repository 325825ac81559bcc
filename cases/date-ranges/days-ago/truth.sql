SELECT id FROM visits WHERE id = 10 ORDER BY id
