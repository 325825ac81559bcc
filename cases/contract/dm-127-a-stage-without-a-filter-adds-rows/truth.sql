VALUES ('done', 140, 140), ('open', NULL, 30), ('void', NULL, 5)
