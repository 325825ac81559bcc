VALUES ('done', 140, 140), ('open', 30, 30), ('void', 5, 5)
