SELECT city, SUM(credit), COUNT(*) FROM (SELECT * FROM customers WHERE region = 'EU' INTERSECT SELECT * FROM customers WHERE credit > 90)
GROUP BY city ORDER BY 2 DESC
