VALUES ('Ana', 100, 60, 8, 7, 53), ('Ben', 200, 45, 8, 10, 35), ('Cai', 50, NULL, 2, NULL, NULL), ('Dee', 400, NULL, NULL, 9, NULL)
