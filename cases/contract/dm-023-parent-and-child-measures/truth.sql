VALUES ('done', 140, 12), ('open', 30, 6), ('void', 5, NULL)
