VALUES ('done', 140, 140, 30), ('open', NULL, 30, NULL), ('void', NULL, 5, NULL)
