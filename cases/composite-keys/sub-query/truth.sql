VALUES ('a', 30, 1), ('ab', 120, 1), ('ab', NULL, 1)
