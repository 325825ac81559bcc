VALUES ('Austin', 2), ('Lisbon', 1), (NULL, 1)
