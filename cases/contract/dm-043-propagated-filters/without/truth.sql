VALUES ('Ana', 60), ('Ben', 45)
