SELECT (SELECT sum((amount - 5) * 2) FROM orders), 5, 10, 2
