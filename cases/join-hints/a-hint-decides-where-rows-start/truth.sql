SELECT status, total FROM (VALUES ('done', 70), ('open', 30), ('void', 5), (NULL, NULL)) AS t (status, total)
