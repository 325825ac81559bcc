VALUES ('done', 35::DOUBLE, (175.0 / 6)::DOUBLE), ('open', 30, 175.0 / 6), ('void', 5, 175.0 / 6)
