SELECT name, 7, 1 FROM customers ORDER BY 1
