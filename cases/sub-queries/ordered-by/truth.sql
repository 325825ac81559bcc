VALUES ('Ana', 60), ('Ben', 45), ('Dee', NULL), ('Cai', NULL)
