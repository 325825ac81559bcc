SELECT name, NULL, 7 FROM customers ORDER BY name
