VALUES ('done', 70), ('open', 30), ('void', 5)
