VALUES ('EU', 3, 60), ('US', 3, 45), (NULL, 1, 70)
