VALUES ('Ana', 114), ('Ben', 114), ('Dee', 114), (NULL, 114)
