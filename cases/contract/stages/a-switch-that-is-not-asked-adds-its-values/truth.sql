SELECT sum(amount * 1.5), sum(amount) FROM orders
