SELECT name, cur, 149 FROM (VALUES ('Ana'), ('Ben'), ('Cai'), ('Dee'), (NULL)) AS r (name), (VALUES ('usd'), ('eur')) AS c (cur)
