VALUES ('cup', 70), ('pen', 10), ('ink', NULL)
