VALUES ('Ana!', 2), ('Ben!', 1), (NULL, 1), ('open', 2), ('void', 1)
