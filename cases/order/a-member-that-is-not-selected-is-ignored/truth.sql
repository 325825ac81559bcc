VALUES ('void', 1), ('open', 2), ('done', 4)
