SELECT * FROM (VALUES ('void', (500.0 / 175)::DOUBLE, 5), ('open', (3000.0 / 175)::DOUBLE, 30))
