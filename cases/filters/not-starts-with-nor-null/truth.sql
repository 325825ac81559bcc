SELECT name FROM customers WHERE id IN (2, 3) ORDER BY id
