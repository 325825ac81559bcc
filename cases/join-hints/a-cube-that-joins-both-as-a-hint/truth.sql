SELECT name, qty FROM (VALUES ('Ana', 8), ('Ben', 8), ('Cai', 2), (NULL, NULL)) AS t (name, qty) ORDER BY qty DESC NULLS LAST, name
