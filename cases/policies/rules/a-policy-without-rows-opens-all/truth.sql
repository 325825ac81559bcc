SELECT COUNT(*), SUM(credit) FROM customers
