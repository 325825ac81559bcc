SELECT name, 100.0::DOUBLE * net / 149, net FROM (VALUES ('Ana', 53), ('Ben', 35), ('Cai', 0), ('Dee', -9), (NULL, 70)) AS t (name, net)
