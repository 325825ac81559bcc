VALUES ('done', 4), ('open', 3), ('void', 0)
