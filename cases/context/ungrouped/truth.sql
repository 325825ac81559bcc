VALUES ('open', 2), ('open', 2)
