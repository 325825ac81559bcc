VALUES ('done', 175), ('open', 175), ('void', 175)
