VALUES ('Norway', 7, 3.30, 100, 10), ('Peru', 24, 8.80, 400, 20), (NULL, 32, 16.60, NULL, NULL)
