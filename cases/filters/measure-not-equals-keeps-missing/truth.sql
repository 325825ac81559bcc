VALUES ('Ben', 45), ('Cai', NULL), ('Dee', NULL)
