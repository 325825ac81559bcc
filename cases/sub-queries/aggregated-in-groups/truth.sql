VALUES ('EU', 1.5, 2), ('US', 1.5, 2)
