SELECT region, cur, 175 FROM (VALUES ('EU'), ('US'), (NULL)) AS r (region), (VALUES ('usd'), ('eur')) AS c (cur)
