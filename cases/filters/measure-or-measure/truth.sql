VALUES ('done', 4, 140), ('void', 1, 5)
