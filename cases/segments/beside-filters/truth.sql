VALUES ('done', 120)
