VALUES ('Ana', 7, 1), ('Dee', 9, 1)
