SELECT sum(credit) FROM customers
