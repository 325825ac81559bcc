SELECT 'x', 1, 1 WHERE false
