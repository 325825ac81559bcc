VALUES ('Ana', 3, 60, 7), ('Dee', NULL, NULL, 9)
