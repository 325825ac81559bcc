VALUES ('Ayr', 1), ('Bude', 2)
