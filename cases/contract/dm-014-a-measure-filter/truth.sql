VALUES ('done', 140)
