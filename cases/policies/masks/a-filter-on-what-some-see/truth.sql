SELECT name FROM customers WHERE region = 'US' ORDER BY name
