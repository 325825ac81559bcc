VALUES ('EU', 1), ('US', 1), ('finished', 4), ('gone', 1)
