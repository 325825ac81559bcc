VALUES ('done', 4), ('open', 2)
