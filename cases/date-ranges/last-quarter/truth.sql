SELECT id FROM visits WHERE id IN (4, 5) ORDER BY id
