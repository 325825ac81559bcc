SELECT id FROM visits WHERE id = 26 ORDER BY id
