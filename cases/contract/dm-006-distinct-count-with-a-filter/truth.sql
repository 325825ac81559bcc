VALUES ('EU', 1), ('US', 1), (NULL, 0)
