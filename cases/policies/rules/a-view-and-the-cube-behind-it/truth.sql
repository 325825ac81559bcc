SELECT name, 1 FROM customers WHERE region = 'US' AND credit > 60
