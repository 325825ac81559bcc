SELECT sum(credit) FROM customers WHERE credit >= 200
