SELECT status, 1, 1 FROM orders WHERE FALSE
