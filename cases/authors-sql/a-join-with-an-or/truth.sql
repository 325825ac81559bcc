VALUES ('Ana', 2, 100), ('Ben', 1, 200), ('Dee', 1, 400)
