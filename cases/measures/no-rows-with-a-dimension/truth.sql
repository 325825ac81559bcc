SELECT 'x', 0, 0 WHERE false
