VALUES (NULL, 75), ('cup', 70)
