VALUES ('high', 2), ('low', 1), (NULL, 1)
