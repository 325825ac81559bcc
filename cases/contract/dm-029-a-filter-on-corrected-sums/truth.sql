VALUES ('cup', 70), (NULL, 75)
