VALUES ('EU', 'Dee', 1), ('EU', 'Ana', 2), ('US', 'Ben', 1), ('US', 'Cai', 2)
