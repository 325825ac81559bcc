VALUES ('done', 4)
