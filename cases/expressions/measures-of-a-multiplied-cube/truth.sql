VALUES ('done', 440), ('open', 180), ('void', 205)
