SELECT name, -1 FROM customers ORDER BY name
