SELECT (SELECT sum(credit) FROM customers), (SELECT sum(amount) FROM orders)
