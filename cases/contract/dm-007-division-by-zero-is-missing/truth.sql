VALUES ('done', NULL), ('open', NULL), ('void', 5::DOUBLE)
