VALUES ('done', 4), ('open', 2), ('void', 1)
