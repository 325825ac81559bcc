VALUES ('Ana', 60, 7), ('Ben', 45, 10), ('Cai', NULL, NULL), ('Dee', NULL, 9)
