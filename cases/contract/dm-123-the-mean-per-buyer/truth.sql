VALUES ('done', (140.0 / 3)::DOUBLE), ('open', 30), ('void', 5)
