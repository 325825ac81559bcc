SELECT id FROM visits WHERE id = 27 ORDER BY id
