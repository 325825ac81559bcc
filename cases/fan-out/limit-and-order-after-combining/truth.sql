VALUES ('Dee', NULL, 9), ('Ana', 60, 7)
