VALUES ('done', 300), ('open', 150), ('void', 200)
