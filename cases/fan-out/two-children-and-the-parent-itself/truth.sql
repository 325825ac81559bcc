SELECT region, (SELECT count(*) FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE region = r.region)), (SELECT count(*) FROM refunds WHERE customer_id IN (SELECT id FROM customers WHERE region = r.region)), sum(credit), count(*)
FROM customers AS r GROUP BY region ORDER BY 2 DESC, 1
