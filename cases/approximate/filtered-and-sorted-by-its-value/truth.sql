VALUES ('open', 2)
