VALUES ('open', 2), ('void', 1)
