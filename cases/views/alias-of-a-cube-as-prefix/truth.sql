VALUES ('EU', 3, 100), ('US', 3, 250), (NULL, 1, NULL)
