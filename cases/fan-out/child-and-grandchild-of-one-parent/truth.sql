SELECT region, sum(credit), (SELECT sum(amount) FROM orders JOIN customers AS c ON c.id = customer_id WHERE c.region = r.region), (SELECT sum(qty * price) FROM items JOIN orders ON orders.id = order_id JOIN customers AS c ON c.id = customer_id WHERE c.region = r.region)
FROM customers AS r GROUP BY region ORDER BY 2 DESC
