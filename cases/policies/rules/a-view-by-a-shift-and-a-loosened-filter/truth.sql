SELECT name, SUM(amount), SUM(amount) FROM orders JOIN customers ON customer_id = customers.id WHERE credit > 60 AND status = 'done' GROUP BY name ORDER BY 2 DESC
