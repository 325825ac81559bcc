VALUES ('x', 30), ('y', 10), (NULL, 40)
