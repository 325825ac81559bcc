VALUES ('Ana', 3), ('Ben', 2), ('Cai', 1), ('Dee', 0)
