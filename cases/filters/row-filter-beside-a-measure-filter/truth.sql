VALUES ('open', 1), ('void', 1)
