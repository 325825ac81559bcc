VALUES ('done', 140), ('open', NULL), ('void', NULL)
