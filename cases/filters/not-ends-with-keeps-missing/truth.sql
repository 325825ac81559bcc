SELECT name FROM customers WHERE id IN (1, 4) ORDER BY id
