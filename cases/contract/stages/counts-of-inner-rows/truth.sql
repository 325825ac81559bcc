VALUES ('done', 3, 2), ('open', 2, 1), ('void', 1, 1)
