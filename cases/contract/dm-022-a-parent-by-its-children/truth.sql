VALUES ('pen', 60, 20::DOUBLE, 3), ('ink', 10, 10, 2), ('cup', 70, 35, 2), (NULL, 75, 37.5, 2)
