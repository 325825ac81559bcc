VALUES ('Cai', 1), ('Dee', 0)
