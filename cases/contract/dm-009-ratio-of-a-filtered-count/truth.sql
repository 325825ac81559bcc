VALUES ('done', 0.5::DOUBLE), ('open', 0.5), ('void', 0)
