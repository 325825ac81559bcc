VALUES ('Ayr', 60), ('Bude', 90)
