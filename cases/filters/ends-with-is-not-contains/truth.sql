SELECT name FROM customers WHERE false ORDER BY id
