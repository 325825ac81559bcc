VALUES ('done', 30, 50::DOUBLE), ('open', 30, 50)
