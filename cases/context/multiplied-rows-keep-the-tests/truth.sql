VALUES ('done', 2)
