SELECT SUM(credit), COUNT(*) FROM orders JOIN customers ON customer_id = customers.id WHERE region = 'US' AND status = 'done'
