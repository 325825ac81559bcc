SELECT region, n, o, r
FROM (SELECT region, count(*) AS n FROM customers GROUP BY 1) AS a
FULL JOIN (SELECT region AS region2, count(*) AS o FROM orders LEFT JOIN customers ON customers.id = customer_id GROUP BY 1) AS b ON region IS NOT DISTINCT FROM region2
LEFT JOIN (SELECT region AS region3, count(*) AS r FROM refunds LEFT JOIN customers ON customers.id = customer_id GROUP BY 1) AS c ON coalesce(region, region2) IS NOT DISTINCT FROM region3
