VALUES ('done', 1), ('open', 2), ('void', 3)
