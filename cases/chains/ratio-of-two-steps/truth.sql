VALUES ('Chad', NULL), ('Norway', 300 / 7.7), ('Peru', 400 / 8.8)
