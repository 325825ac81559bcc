VALUES ('done', 2, 3), ('open', 2, 3), ('void', 1, 3)
