VALUES ('Ana', 30, NULL), ('Dee', NULL, 9)
