VALUES ('pen', 100, 3), ('ink', 150, 2), ('cup', 300, 2), (NULL, 200, 2)
