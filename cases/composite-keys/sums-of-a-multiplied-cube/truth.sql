VALUES ('in', 3, 1.5, 70), ('out', 2, 2.0, 80), (NULL, 4, 4.0, NULL)
