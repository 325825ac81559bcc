VALUES ('done', 40, 70), ('open', NULL, 30), ('void', 5, 5)
