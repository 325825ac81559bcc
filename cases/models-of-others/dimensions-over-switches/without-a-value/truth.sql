SELECT * FROM (VALUES (TRUE, 7), (NULL, 7)) AS t (is_home, n)
