VALUES ('done', NULL), ('open', NULL), ('void', 1.0)
