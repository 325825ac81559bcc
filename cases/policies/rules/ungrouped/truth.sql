SELECT orders.id, name, amount FROM orders JOIN customers ON customer_id = customers.id WHERE region = 'US' AND status = 'done' ORDER BY 1
