VALUES ('Ana', 53), ('Ben', 35), ('Cai', NULL), ('Dee', NULL)
