SELECT region, COUNT(*) FROM customers GROUP BY region ORDER BY region
