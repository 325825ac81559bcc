VALUES ('Austin', 3, 45, 10), ('Lisbon', 3, 60, 7), (NULL, 1, 70, 9)
