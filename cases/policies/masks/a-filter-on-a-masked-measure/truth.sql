SELECT name, 1 FROM customers WHERE FALSE
