VALUES ('x', 2), ('y', 1), (NULL, 1)
