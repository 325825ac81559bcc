VALUES ('Ana', 3, 60, 7), ('Ben', 2, 45, 10), ('Cai', 1, NULL, NULL), ('Dee', NULL, NULL, 9), (NULL, 1, 70, NULL)
