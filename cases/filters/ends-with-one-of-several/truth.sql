SELECT name FROM customers WHERE id < 4 ORDER BY id
