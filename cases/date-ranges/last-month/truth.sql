SELECT id FROM visits WHERE id IN (6, 7) ORDER BY id
