SELECT id FROM visits WHERE id = 18 ORDER BY id
