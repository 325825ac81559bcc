VALUES ('Ayr', 30, 1000), ('Bude', 40, 2000), (NULL, 80, NULL)
