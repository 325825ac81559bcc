VALUES ('done', 0.5), ('open', 0.5)
