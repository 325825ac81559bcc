VALUES ('done', 2, 140), ('open', 1, NULL), ('void', 0, NULL)
