VALUES ('done', 1), ('open', 2)
