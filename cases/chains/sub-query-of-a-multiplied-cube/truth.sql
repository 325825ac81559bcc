VALUES ('Chad', NULL, NULL, NULL), ('Norway', 7.70, 300, 7), ('Peru', 8.80, 400, 24)
