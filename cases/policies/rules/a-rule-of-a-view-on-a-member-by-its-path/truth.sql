SELECT COUNT(*), SUM(amount) FROM orders JOIN customers ON customer_id = customers.id WHERE credit > 60
