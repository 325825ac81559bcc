VALUES ('done', 4), ('void', 1)
