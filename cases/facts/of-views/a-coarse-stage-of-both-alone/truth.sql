VALUES ('Ana', 149), ('Ben', 149), ('Cai', 149), ('Dee', 149), (NULL, 149)
