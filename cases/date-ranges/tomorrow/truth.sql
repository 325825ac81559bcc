SELECT id FROM visits WHERE id = 20 ORDER BY id
