SELECT id FROM visits WHERE id IN (2, 3) ORDER BY id
