SELECT region, (SELECT count(DISTINCT customer_id) FROM orders JOIN customers ON customers.id = customer_id WHERE status = 'open' AND region = r.region)
FROM (VALUES ('EU'), ('US'), (NULL)) AS r(region) ORDER BY 2 DESC, 1 NULLS LAST
