VALUES ('in', 2), ('out', 1)
