VALUES ('done', 140, 170), ('open', 30, 170)
