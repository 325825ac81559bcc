VALUES ('Ayr', 60, 1000), ('Bude', 90, 2000)
