VALUES ('Ana', 30, 7), ('Ben', 40, 10), ('Dee', NULL, 9), (NULL, 70, NULL)
