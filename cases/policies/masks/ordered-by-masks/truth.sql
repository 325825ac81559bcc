SELECT * FROM (VALUES ('Ben', 200), ('Cai', 50), ('Ana', -1), ('Dee', -1)) AS t
