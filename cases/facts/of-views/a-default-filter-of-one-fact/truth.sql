VALUES ('Ana', 30, 7), ('Dee', NULL, 9)
