SELECT 'a' AS status, 'b' AS is_of, 0 AS n WHERE 1 = 0
