VALUES ('done', 40), ('open', 0), ('void', 0)
