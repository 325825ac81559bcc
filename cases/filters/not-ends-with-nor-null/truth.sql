SELECT name FROM customers WHERE id = 1 ORDER BY id
