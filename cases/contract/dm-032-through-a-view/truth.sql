VALUES ('Ana', 8), ('Ben', 8), ('Cai', 2), (NULL, NULL)
