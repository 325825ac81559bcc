VALUES ('done', 35.0, 4), ('open', 15.0, 2), ('void', 5.0, 1)
