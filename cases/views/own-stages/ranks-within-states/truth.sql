VALUES ('done', 'Ben', 1, 40), ('done', 'Ana', 2, 30), ('open', 'Ana', 1, 30), ('open', 'Cai', 2, NULL), ('void', 'Ben', 1, 5)
