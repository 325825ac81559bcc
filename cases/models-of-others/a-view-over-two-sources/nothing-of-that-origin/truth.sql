SELECT 'a' AS kind, 1 AS n WHERE 1 = 0
