VALUES ('done', 140, 175, 80::DOUBLE), ('open', 30, 175, (3000.0 / 175)::DOUBLE), ('void', 5, 175, (500.0 / 175)::DOUBLE)
