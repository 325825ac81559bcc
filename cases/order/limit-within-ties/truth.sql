VALUES ('blue', 4), ('red', 1), ('red', 2)
