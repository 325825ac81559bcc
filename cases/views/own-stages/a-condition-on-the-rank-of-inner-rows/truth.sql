VALUES ('done', 40), ('open', 30), ('void', 5)
