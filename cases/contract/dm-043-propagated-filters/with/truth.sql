VALUES ('Ana', 30), ('Ben', 40)
