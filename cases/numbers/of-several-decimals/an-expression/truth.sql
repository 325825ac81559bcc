VALUES ('done', 140), ('open', 0.00369), ('void', 0.000615)
