VALUES ('done', 1), ('open', 1), ('void', 1)
