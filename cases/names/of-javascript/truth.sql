VALUES ('x', 2), ('y', 1)
