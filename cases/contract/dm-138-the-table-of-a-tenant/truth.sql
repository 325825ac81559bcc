SELECT sum(1) FROM orders
