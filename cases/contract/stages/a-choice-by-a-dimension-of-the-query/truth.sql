VALUES ('done', 140), ('open', 2), ('void', 1)
