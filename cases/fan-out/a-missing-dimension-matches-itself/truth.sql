VALUES ('Austin', 3, 2, 2), ('Lisbon', 3, 1, 5), (NULL, 1, 0, 0)
