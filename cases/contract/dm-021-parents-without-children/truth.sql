VALUES ('Ana', 3, 60), ('Ben', 2, 45), ('Cai', 1, NULL), ('Dee', 0, NULL)
