SELECT name, -1 FROM customers WHERE credit <= 200 ORDER BY name
